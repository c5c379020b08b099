from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from operations.demo import COACHES, COMMISSIONER, demo_create


class Command(BaseCommand):
    help = "Makes the demonstration leagues and accounts, once, and prints how to sign in."

    def handle(self, *args: Any, **options: Any) -> None:
        password = settings.DEMO_PASSWORD
        if not password:
            raise CommandError("Set DEMO_PASSWORD: outside local mode the demonstration has no default password.")
        made = demo_create(password=password)
        self.stdout.write("The demonstration is ready." if made else "The demonstration is already there.")
        self.stdout.write(f"Sign in as commissioner {COMMISSIONER}, or as coach {', '.join(COACHES)}.")
        self.stdout.write(f"Password of all of them: {password}")
