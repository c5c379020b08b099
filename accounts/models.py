"""The user of the site."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from accounts.text import LineField, LookField
from accounts.times import zone_names
from engine.core.text import look_of

LONGEST_USER_NAME = 30
# Everybody can type such a name, to sign in or to invite somebody, and no letter of another script can pass for one of
# its letters; and none is an address, which could stand in the way of the person who has it. What is left to confuse, such as l and I, is folded by `look_of`.
USER_NAME = RegexValidator(
    rf"^(?=.{{1,{LONGEST_USER_NAME}}}\Z)[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    f"Use up to {LONGEST_USER_NAME} letters from A to Z, digits, dots, hyphens and underscores, "
    "with a letter or a digit at both ends.",
)
NAME_TAKEN = "Somebody has this name, or one that looks like it. Choose another one."


def validate_time_zone(name: str) -> None:
    if name not in zone_names():
        raise ValidationError("“%(name)s” is not a time zone.", code="time-zone", params={"name": name})


class User(AbstractUser):
    """A person, told apart by user name and by e-mail address; either signs in."""

    username = models.CharField("user name", max_length=150, unique=True, validators=[USER_NAME])
    username_look = LookField(of="username")
    first_name = LineField("first name", max_length=150, blank=True)
    last_name = LineField("last name", max_length=150, blank=True)
    email = models.EmailField("e-mail address", unique=True)
    time_zone = models.CharField(
        max_length=64, blank=True, default="", validators=[validate_time_zone], help_text="Empty: the browser's."
    )

    class Meta(AbstractUser.Meta):
        # Two addresses that differ in case only are one person.
        constraints = [models.UniqueConstraint(Lower("email"), name="accounts_user_email_once")]

    def clean(self) -> None:
        """For forms that save the model itself; signing up asks the same in `accounts.sign_in`."""
        super().clean()
        if self.username and User.objects.exclude(pk=self.pk).filter(username_look=look_of(self.username)).exists():
            raise ValidationError({"username": NAME_TAKEN})
