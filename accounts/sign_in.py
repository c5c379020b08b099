"""How passwords are checked and tried, where that differs from django-allauth's own ways."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import NAME_TAKEN, User
from accounts.services import user_set_time_zone
from accounts.times import zone_of_browser
from config.limits import Mails, network
from engine.core.text import look_of

COME_BACK = "come_back"  # in the session: the path of a page that has to be signed in for


class OneHashBackend(AuthenticationBackend):
    """Looks up one person for an attempt and hashes one password, whatever comes of it.

    The time of an answer is the number of hashes, so it must not depend on whether the name or the address is known, the
    password right or the account active. Where nobody is found, the class above hashes in vain.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        person: User | None = self._check_password(_person(**credentials), credentials["password"])
        return person


def _person(*, username: str = "", email: str = "", **other: Any) -> User | None:
    """Whoever confirmed the address, or has it in the account, or is called so. The form gives an address as both."""
    for address in filter(None, (email, username)):
        users = filter_users_by_email(address, prefer_verified=True, for_login=True)
        if users:
            likeliest: User = max(users, key=lambda user: user.email.lower() == address.lower())
            return likeliest
    named: User | None = get_user_by_username(username) if username else None
    return named


class AccountAdapter(DefaultAccountAdapter):
    """What strangers can do to somebody's account: nothing that keeps the owner out or passes for the owner."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """No name that looks like a reserved one, or like somebody else's."""
        username = super().clean_username(username, shallow)
        look = look_of(username)
        reserved = {look_of(each) for each in settings.ACCOUNT_USERNAME_BLACKLIST}
        if look in reserved or (not shallow and User.objects.filter(username_look=look).exists()):
            raise ValidationError(NAME_TAKEN)
        return username

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Whoever has no time zone yet takes the browser's over."""
        super().login(request, user)
        if isinstance(user, User) and not user.time_zone and (zone := zone_of_browser(request)):
            user_set_time_zone(user=user, time_zone=zone)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Back to the page for which somebody signed up, also where an address had to be confirmed in between."""
        come_back: str | None = request.session.pop(COME_BACK, None)
        return come_back or super().get_login_redirect_url(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failures count for a name and an address together: the owner still gets in from anywhere else."""
        return f"{network(request)} {super()._get_login_attempts_cache_key(request, **credentials)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Nobody's mailbox is flooded. What is left out is not missed: links in the mails before it still work."""
        if Mails(template_prefix, email).allow_request(self.request):
            super().send_mail(template_prefix, email, context)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Signing up with a known address takes as long as with a new one, whose password is hashed."""
        User().set_password(email)
        super().send_account_already_exists_mail(email)
