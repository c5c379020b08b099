"""The user of the site."""

import zoneinfo

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError("“%(name)s” is not a time zone.", code="time-zone", params={"name": name})


class User(AbstractUser):
    """A person, told apart by user name and by e-mail address; either signs in."""

    email = models.EmailField("e-mail address", unique=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])

    class Meta(AbstractUser.Meta):
        # Two addresses that differ in case only are one person.
        constraints = [models.UniqueConstraint(Lower("email"), name="accounts_user_email_once")]
