"""What this site asks of a new account beyond what django-allauth does."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import NAME_TAKEN, User
from engine.core.text import look_of


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """No name that looks like a reserved one, or like somebody else's."""
        username = super().clean_username(username, shallow)
        look = look_of(username)
        reserved = {look_of(each) for each in settings.ACCOUNT_USERNAME_BLACKLIST}
        if look in reserved or (not shallow and User.objects.filter(username_look=look).exists()):
            raise ValidationError(NAME_TAKEN)
        return username
