"""What must hold in the database after any accident, with every match played again."""

from matches.checks.survey import EVERY_MATCH, Survey
from matches.models import Match


def breaches() -> list[str]:
    return list(Survey(replay=EVERY_MATCH).breaches())


def resolved() -> int:
    return Match.objects.filter(resolved_at__isnull=False).count()
