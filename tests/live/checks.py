"""What must hold in the database after any accident, with every match played again."""

from matches.models import Match
from operations.checks.survey import EVERY_MATCH, Survey


def breaches() -> list[str]:
    return list(Survey(replay=EVERY_MATCH).breaches())


def resolved() -> int:
    return Match.objects.filter(resolved_at__isnull=False).count()
