"""Every write to accounts that is not django-allauth's own."""

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from accounts.models import User


def user_lock(*, user: User) -> None:
    """Hold a user's row until the transaction ends: requests that arrive together then count what the user owns in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def user_set_time_zone(*, user: User, time_zone: str) -> User:
    user.time_zone = User._meta.get_field("time_zone").clean(time_zone, user)
    user.save(update_fields=["time_zone"])
    return user


def user_anonymise(*, user: User) -> User:
    """Take everything personal from an account and close it for good. The row stays, because teams and results refer to it.

    The new name has spaces, which nobody who signs up may have: it cannot be taken or imitated.
    """
    neutral = User(pk=user.pk, username=f"Former coach {user.pk}", email=f"former-coach-{user.pk}@deleted.invalid")
    neutral.date_joined, neutral.is_active = user.date_joined, False
    neutral.set_unusable_password()
    neutral.save(force_update=True)  # every column: what is not kept above goes back to its default
    neutral.groups.clear()
    neutral.user_permissions.clear()
    EmailAddress.objects.filter(user=neutral).delete()
    itself = {"content_type": ContentType.objects.get_for_model(User), "object_id": str(user.pk)}
    AdminLogEntry.objects.filter(**itself).update(object_repr=neutral.username, change_message="")
    for session in Session.objects.iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
    return neutral
