"""Matches that change nothing in a team: nobody improves, everybody is back, and no gold is moved (Core pp.108-115).

So a team is always ready, and none of this has to ask at which step it is.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.campaign import sheets
from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.matched.allowance import RULE
from engine.campaign.postmatch import LOSS, WIN, outcome_of
from engine.campaign.prematch import Budget
from engine.campaign.sheets import NOTHING
from engine.core.ruleset import Sheet
from engine.rules.turn import WALKOVER

# Before a match -----------------------------------------------------------------------------------------------------------


def no_journeymen(editor: TeamEditor) -> None:
    """A list has eleven players at least, and all of them can play."""


def no_budgets(high: Club, low: Club) -> tuple[Budget, Budget]:
    """There is no petty cash, and the treasury is empty."""
    return Budget(), Budget()


def induce_both(home: TeamEditor, away: TeamEditor, wanted: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What both lists have for every match. Nothing is bought, whatever a coach wants."""
    return [{"bought": dict(editor.club.inducements)} for editor in (home, away)]


def sheet(club: Club, name: str, short: str, inducements: Mapping[str, Any] = NOTHING) -> Sheet:
    """The sheet of any match, with the inducements of the list."""
    return sheets.sheet(club, name, short, {"bought": club.inducements})


def no_captains(editor: TeamEditor) -> list[Member]:
    """The captain is named with the list, for good."""
    return []


# After a match ------------------------------------------------------------------------------------------------------------


def record(
    editor: TeamEditor, result: Mapping[str, Any], side: str, match: str, friendly: bool = False, opponent: str = ""
) -> None:
    """Enter how a match went, and nothing else."""
    members = {str(id): id for id in editor.club.members}
    played = [members[id] for id, each in result["players"][side].items() if id in members and each.get("took_part")]
    _enter(editor, match, opponent, took_part=played, **outcome_of(editor, result, side))


def unplayed(editor: TeamEditor, match: str, *, won: bool = False, conceded: bool = False, opponent: str = "") -> None:
    """A fixture that nobody played: lost for both, unless one coach gave it up."""
    score = [WALKOVER, 0] if won else [0, WALKOVER] if conceded else [0, 0]
    _enter(editor, match, opponent, score=score, outcome=WIN if won else LOSS)


def forfeited(editor: TeamEditor, match: str, *, won: bool, fan_factors: Sequence[int], opponent: str = "") -> None:
    """There is no gate to lose, so this is a fixture that one side gave up, as any other."""
    unplayed(editor, match, won=won, conceded=not won, opponent=opponent)


def _enter(editor: TeamEditor, match: str, opponent: str, **how: Any) -> None:
    editor.enter("played", rule=RULE, match=match, opponent=opponent, counts=1, awards=0, **how)


# Between seasons ----------------------------------------------------------------------------------------------------------


def end_season(editor: TeamEditor, prize: int, trophy: bool) -> None:
    """No prizes, no trophy, no re-draft: the record begins anew, and the list stays."""
    editor.enter("season", rule=RULE)


def no_rest(editor: TeamEditor) -> None:
    """Nobody is tired."""
