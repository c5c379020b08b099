"""Every write to accounts that is not django-allauth's own."""

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.contenttypes.models import ContentType

from accounts.models import User
from engine.core.text import look_of


def user_lock(*, user: User) -> None:
    """Hold a user's row until the transaction ends: requests that arrive together then count what the user owns in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def user_set_time_zone(*, user: User, time_zone: str) -> User:
    user.time_zone = User._meta.get_field("time_zone").clean(time_zone, user)
    user.save(update_fields=["time_zone"])
    return user


def user_anonymise(*, user: User) -> User:
    """Take everything personal from an account and close it for good. The row stays, because teams and results refer to it.

    The new name has spaces, which nobody who signs up may have, and its look has the number once more, which no other has.
    """
    neutral = User(pk=user.pk, username=f"Former coach {user.pk}", email=f"former-coach-{user.pk}@deleted.invalid")
    neutral.username_look = f"{look_of(neutral.username)} {user.pk}"
    neutral.date_joined, neutral.is_active = user.date_joined, False
    neutral.set_unusable_password()
    neutral.save(force_update=True)  # every column: what is not kept above goes back to its default
    neutral.groups.clear()
    neutral.user_permissions.clear()
    addresses = EmailAddress.objects.filter(user=neutral)
    for model, ids in ((EmailAddress, list(addresses.values_list("pk", flat=True))), (User, [user.pk])):
        noted = AdminLogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(model), object_id__in=list(map(str, ids))
        )
        noted.update(object_repr=neutral.username, change_message="")
    addresses.delete()
    return neutral
