"""Every write to accounts that is not django-allauth's own."""

from accounts.models import User


def user_lock(*, user: User) -> None:
    """Hold a user's row until the transaction ends: requests that arrive together then count what the user owns in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def user_set_time_zone(*, user: User, time_zone: str) -> User:
    user.time_zone = User._meta.get_field("time_zone").clean(time_zone, user)
    user.save(update_fields=["time_zone"])
    return user
