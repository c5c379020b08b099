"""What the league needs to know after a match, besides the figures (Core pp.95-100)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.core.events import Phase
from engine.core.ruleset import Sheet
from engine.core.ruling import Ruling
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY, OUT, SENT_OFF, Player
from engine.rules.tables import tables

# Whether a keyword that the player hates already is left out, so that there may be none and no roll.
known_left_out: Ruling[bool] = Ruling("getting-even-known-keyword", {"gives-nothing": False, "left-out": True})
SIDES = ("home", "away")
DEAD = "dead"
MISSES_NEXT = ("seriously-hurt", "serious-injury", "lasting-injury")
# Whether mercenaries earn points like others, though they leave after the match.
mercenaries_earn: Ruling[bool] = Ruling("mercenary-spp", {"none": False, "earned": True})


def hand_over(game: BloodBowl, sheets: tuple[Sheet, Sheet], ids: Sequence[Any]) -> dict[str, Any]:
    """How the match went, who took part, who came and went, and what it cost."""
    state = game.state
    conceded = None if state.conceded == NOBODY else {"side": SIDES[state.conceded], "penalty": not state.penalty_free}
    return {
        "overtime_rounds": int(state.extra_time),
        "penalties": list(state.penalties),
        "turns_played": _turns_played(game),
        "concession": conceded,
        "mvp": {name: _mvp(game, ids, side) for side, name in enumerate(SIDES)},
        "journeymen": _named(game, ids, lambda player: player.journeyman or (player.rookie and player.status != OUT)),
        "mercenaries": _named(game, ids, lambda player: player.mercenary),
        "raised": _named(game, ids, lambda player: player.spare and player.status != OUT),
        "sent_off": _named(game, ids, lambda player: player.status == SENT_OFF),
        "inducements": {name: dict(sheet.get("inducements", {})) for name, sheet in zip(SIDES, sheets, strict=True)},
        "treasury_spent": [sheet.get("treasury_spent", 0) for sheet in sheets],
        "injuries": {name: _injuries(game, ids, side) for side, name in enumerate(SIDES)},
    }


def _turns_played(game: BloodBowl) -> list[int]:
    turns = [event.side for event in game.events if isinstance(event, Phase) and event.name == "turn"]
    return [turns.count(side) for side in (0, 1)]


def _named(game: BloodBowl, ids: Sequence[Any], which: Any) -> dict[str, list[str]]:
    return {
        name: [str(ids[player.id]) for player in game.state.players if player.side == side and which(player)]
        for side, name in enumerate(SIDES)
    }


def earns(game: BloodBowl, player: Player) -> bool:
    """Not mercenaries, unless a ruling lets them; and a team that gives up loses what it has earned (Core p.100)."""
    gave_up = game.state.conceded == player.side and not game.state.penalty_free
    return scores(game, player) and not gave_up


def scores(game: BloodBowl, player: Player) -> bool:
    """Whether what this player does is worth points."""
    return not player.mercenary or game.ruling(mercenaries_earn)


def _mvp(game: BloodBowl, ids: Sequence[Any], side: int) -> dict[str, Any]:
    """Those who were on the pitch, live and stay, and how many are honoured: two after the other side gave up."""
    able = [
        str(ids[player.id])
        for player in game.state.players
        if player.side == side and player.played and player.injury not in (DEAD, "eaten") and not player.mercenary
    ]
    state = game.state
    gave_up = state.conceded != NOBODY and not state.penalty_free
    return awards_of(able, side, state.conceded if gave_up else None)


def awards_of(able: list[str], side: int, punished: int | None) -> dict[str, Any]:
    """The awards of a side: none if it is the one that gave up and is punished for it, and two if the other is (Core p.100)."""
    if punished == side:
        return {"candidates": [], "awards": 0}
    return {"candidates": able, "awards": 1 if punished is None else 2}


def _injuries(game: BloodBowl, ids: Sequence[Any], side: int) -> dict[str, dict[str, Any]]:
    """For each casualty its result, the characteristic it costs, who caused it, and whom it may hate for it."""
    found = {}
    for player in game.state.players:
        if player.side == side and player.injury:
            result, _, lost = player.injury.partition(":")
            by = None if player.hurt_by == NOBODY else game.state.players[player.hurt_by]
            found[str(ids[player.id])] = {
                "result": result,
                "lost": lost or None,
                "by": None if by is None else ids[by.id],
                "by_side": None if by is None else SIDES[by.side],
                "may_hate": may_hate(game, player),
            }
    return found


def may_hate(game: BloodBowl, player: Player) -> list[str]:
    """Getting Even: the keywords among which the coach of a player who misses the next game chooses on a 4+.

    The roll is the league's, after everything else that the casualty led to. Some keywords say what a player does, not
    what it is, and nobody learns to hate those (Core p.68). An edition without the table has no hatred to learn.
    """
    if player.hurt_by == NOBODY:
        return []
    by, own = game.state.players[player.hurt_by], player.former.get("skills", player.skills)
    keywords, hated = by.former.get("keywords", by.keywords), str(own.get("hatred", ""))
    return keywords_to_hate(game.edition.data, game.ruling, player, player.injury.partition(":")[0], keywords, hated)


def keywords_to_hate(
    data: str, ruling: Callable[[Ruling[bool]], bool], who: Player, injury: str, keywords: Iterable[str], hated: str
) -> list[str]:
    """Of the keywords of whoever caused the injury. `hated` are those that the player hates, as the sheet has them."""
    getting_even = tables(data).get("getting_even")
    if getting_even is None or injury not in MISSES_NEXT or who.mercenary:
        return []
    known = hated.split(", ") if ruling(known_left_out) else ()
    return [keyword for keyword in keywords if keyword not in (*getting_even["excluded_keywords"], *known)]
