"""What measures about results do to the books of teams, whatever the game keeps of them. The teams' rows are locked."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import engine
from accounts.models import User
from engine.campaign import TeamEditor
from matches.models import Match
from teams.ledger.services import Books, editors_of, locked_teams, rows_by, sequences_open, store
from teams.ledger.striking import matches_strike, record_of, record_recount
from teams.models import LedgerRow, Sequence, Team
from teams.roster.striking import moves_strike
from teams.sequence.services import finish_locked

SIDES = ("home", "away")


def teams_strike(
    matches: list[Match], *, by: User, reason: str, effects_only: Collection[int] = ()
) -> list[tuple[str, str]]:
    """Take matches out of the books of all that played in them; what could not be taken back, by team."""
    own: dict[int, list[int]] = {}
    for match in matches:
        for pk in (match.fixture.home_id, match.fixture.away_id):
            own.setdefault(pk, []).append(match.pk)
    said: list[tuple[str, str]] = []
    for team in locked_teams(*sorted(own)):
        strike = matches_strike if has_campaign(team) else moves_strike
        whole = team.pk not in effects_only
        sentences = strike(team=team, matches=own[team.pk], whole=whole, match=matches[0].pk, actor=by, reason=reason)
        said += [(team.name, sentence) for sentence in sentences]
    return said


def preparation_strike(match: Match, *, by: User | None, reason: str) -> None:
    """Line-ups were locked and are not needed: journeymen go, and what was paid for inducements comes back."""
    for team in locked_teams(match.fixture.home_id, match.fixture.away_id):
        if has_campaign(team):
            matches_strike(team=team, matches=[match.pk], whole=True, match=match.pk, actor=by, reason=reason)


def record_adjust(match: Match, figures: Mapping[str, Any], *, by: User, reason: str) -> None:
    """The money of the re-draft follows the result in force."""
    for side, team in zip(SIDES, locked_teams(match.fixture.home_id, match.fixture.away_id), strict=True):
        if has_campaign(team):
            counted = record_of(team, match.pk)
            wanted = {
                "played": max(counted["played"], 1),
                "won": int(figures["winner"] == side),
                "drawn": int(figures["winner"] == "draw"),
            }
            change = {what: wanted[what] - counted[what] for what in wanted}
            record_recount(team=team, match=match.pk, actor=by, reason=reason, **change)


def team_forfeit(match: Match, *, loser: str, penalty: bool) -> None:
    """The books of a match that one side gave up before the kick-off."""

    def enter(side: str, opponent: str, gate: list[int], editor: TeamEditor) -> None:
        won = side != loser
        postmatch = editor.campaign.postmatch
        if penalty:
            postmatch.forfeited(editor, match.cause, won=won, fan_factors=gate, opponent=opponent)
        else:
            postmatch.unplayed(editor, match.cause, won=won, conceded=not won, opponent=opponent)

    _enter(match, enter, gate=penalty)


def team_unplayed(match: Match) -> None:
    """The books of a match that nobody played."""

    def enter(side: str, opponent: str, gate: list[int], editor: TeamEditor) -> None:
        editor.campaign.postmatch.unplayed(editor, match.cause, opponent=opponent)

    _enter(match, enter, gate=False)


def _enter(match: Match, enter: Callable[[str, str, list[int], TeamEditor], None], *, gate: bool) -> None:
    """Open the sequences of both teams, with their own sealed dice, and let the rules write what the end of the match means."""
    teams = locked_teams(match.fixture.home_id, match.fixture.away_id)
    if not has_campaign(teams[0]):
        return
    for team in teams:
        finish_locked(team)  # as when line-ups are locked, whatever was left open is decided by the standing orders
    begun = sequences_open(deadlines=dict.fromkeys(teams), kind=Sequence.Kind.MATCH, object_id=match.pk)
    editors = dict(zip(begun, editors_of(begun), strict=True))
    factors = [_fan_factor(editors[team]) for team in teams] if gate else []
    books = []
    for side, team, opponent in zip(SIDES, teams, reversed(teams), strict=True):
        rows = rows_by(
            team,
            editors[team],
            begun[team],
            effect=partial(enter, side, opponent.name, factors),
            action="forfeit",
            by=LedgerRow.By.MATCH,
        )
        books.append(Books(team, editors[team], begun[team], rows))
    store(*books)


def _fan_factor(editor: TeamEditor) -> int:
    return editor.club.fans + editor.roll("fan factor", 3)


def has_campaign(team: Team) -> bool:
    return engine.ruleset(team.ruleset).has_campaign
