"""The next match of a team whose line-ups are still open: what it will be worth, and what a coach plans for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from engine.campaign import READY, Budget, TeamEditor
from journal.errors import Refused
from matches.models import Match
from matches.selectors import match_list
from teams.ledger.services import ONE_CHANGE_AT_A_TIME, editor_of
from teams.models import Team
from teams.prematch.inducements import team_match_plan_set


def unlocked(matches: QuerySet[Match], team: Team) -> QuerySet[Match]:
    """The matches of a team whose line-ups are open, the next one first."""
    own = Q(fixture__home=team) | Q(fixture__away=team)
    return matches.filter(own, locked_at__isnull=True, resolved_at__isnull=True).order_by("due_at", "pk")


def next_match(team: Team) -> Match | None:
    return unlocked(match_list(), team).first()


@transaction.atomic
def match_plan_set(*, actor: User, team: Team, match: int | None, plan: Mapping[str, Any]) -> Team:
    """Plan the inducements of the team's next match, which stays unlocked meanwhile: its row is locked first, as by a lock."""
    waiting = unlocked(Match.objects.select_for_update(of=("self",), no_key=True), team).first()
    if waiting is None or waiting.pk != match:
        message = "The line-ups of that match are locked, or another match comes first. Look at the page again."
        raise Refused("match-locked", message, rule=ONE_CHANGE_AT_A_TIME)
    return team_match_plan_set(actor=actor, team=team, match=waiting.pk, plan=plan)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A team as it would take the field if the line-ups were locked now."""

    team: Team
    editor: TeamEditor
    joining: int

    @property
    def value(self) -> int:
        return self.editor.campaign.value.current(self.editor.club)

    @property
    def undecided(self) -> bool:
        """In the middle of its sequence, so that all of this may still change."""
        return self.editor.club.step != READY


def prospect(team: Team) -> Prospect:
    """With the journeymen who would join; nothing is entered in the books."""
    editor = editor_of(team, None)
    if editor.club.step == READY:
        team.campaign.prematch.journeymen(editor)
    return Prospect(team, editor, len(editor.written))


def budget(own: Prospect, other: Prospect) -> Budget:
    """What a team may spend as things stand, before the opponent has bought anything."""
    budgets = own.editor.campaign.prematch.budgets
    if own.value > other.value:
        return budgets(own.editor.club, other.editor.club)[0]
    return budgets(other.editor.club, own.editor.club)[1]
