"""A game plan that suits a roster, judged by how its players compare with those of the edition's other rosters."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.rules.teams.rosters import Roster, RosterPosition, rosters, squad

STUNTY, THROWS_PLAYERS, PASS = "stunty", "throw-team-mate", "pass"
MUCH = 0.5  # above the average of all rosters
Advice = tuple[dict[str, Any], str]


@dataclass(frozen=True, slots=True)
class Facts:
    """Averages over the players whom a coach would field: every specialist, and linemen for the rest."""

    movement: float
    strength: float
    agility: float  # the better, the higher
    armour: float
    stunty: float  # how many of them are
    throws_players: bool
    passes: bool  # there is somebody with the skill for it


def suggested(edition: str, roster: str) -> Advice:
    """The plan as far as it differs from the default, and why."""
    own, usual = facts(edition, roster), average(edition)
    return next(advise(own, usual) for fits, advise in _ADVICE if fits(own, usual))


def _is_tough(own: Facts, usual: Facts) -> bool:
    bulk = 2 * (own.strength - usual.strength) + own.armour - usual.armour
    return bulk > MUCH and own.movement < usual.movement


def _stunty(own: Facts, usual: Facts) -> Advice:
    plan = {"style": "run", "tempo": "soon", "risk": "high", "fouls": "often"}
    if own.throws_players:
        plan["weapons"] = "often"
    means = ", fouls and thrown team-mates" if own.throws_players else " and fouls"
    return plan, f"Most players are Stunty: they dodge well and lose most fights, so go for quick touchdowns{means}."


def _tough(own: Facts, usual: Facts) -> Advice:
    plan = {"style": "cage", "tempo": "late", "defence": "mark", "targets": "weak"}
    figures = f"strength {own.strength:.1f} and armour {own.armour:.1f}+ against the usual {usual.strength:.1f} and {usual.armour:.1f}+"
    return plan, f"Stronger and slower than most ({figures}): protect the ball, wear them down, score late."


def _agile(own: Facts, usual: Facts) -> Advice:
    style, how = ("pass", "throw the ball") if own.passes else ("run", "run around them")
    return {"style": style}, f"More agile than most players: dodge, {how}, and stay out of fights."


def _fast(own: Facts, usual: Facts) -> Advice:
    figures = f"movement {own.movement:.1f} against the usual {usual.movement:.1f}"
    return {"style": "run", "tempo": "soon"}, f"Faster than most ({figures}): run, and score before they can close in."


def _even(own: Facts, usual: Facts) -> Advice:
    return {}, "Neither much stronger nor much faster than most: a balanced plan suits this roster."


# The first that fits.
_ADVICE: tuple[tuple[Callable[[Facts, Facts], bool], Callable[[Facts, Facts], Advice]], ...] = (
    (lambda own, usual: own.stunty > 0.5, _stunty),
    (_is_tough, _tough),
    (lambda own, usual: own.agility > usual.agility + MUCH, _agile),
    (lambda own, usual: own.movement > usual.movement + MUCH, _fast),
    (lambda own, usual: True, _even),
)


@cache
def facts(edition: str, key: str) -> Facts:
    roster = rosters(edition)[key]
    fielded = _fielded(roster, squad(edition)[0])
    return Facts(
        movement=_mean(fielded, "ma"),
        strength=_mean(fielded, "st"),
        agility=_mean(fielded, "ag"),
        armour=_mean(fielded, "av"),
        stunty=sum(STUNTY in each.skills for each in fielded) / len(fielded),
        throws_players=any(THROWS_PLAYERS in each.skills for each in fielded),
        passes=any(PASS in each.skills for each in fielded),
    )


@cache
def average(edition: str) -> Facts:
    every = [facts(edition, key) for key in rosters(edition)]

    def mean(of: Callable[[Facts], float]) -> float:
        return sum(map(of, every)) / len(every)

    return Facts(
        movement=mean(lambda each: each.movement),
        strength=mean(lambda each: each.strength),
        agility=mean(lambda each: each.agility),
        armour=mean(lambda each: each.armour),
        stunty=mean(lambda each: each.stunty),
        throws_players=False,
        passes=False,
    )


def _fielded(roster: Roster, size: int) -> list[RosterPosition]:
    """Those whom a roster has most of serve for the rest."""
    usual = max(roster.positions.values(), key=lambda each: each.most)
    special = [each for each in roster.positions.values() if not each.lineman for _ in range(each.most)]
    return (special + [usual] * size)[:size]


def _mean(players: list[RosterPosition], name: str) -> float:
    """Of a characteristic that is a target the lower figure is better: it counts by its rank."""
    known = players[0].characteristics[name]
    return sum(known.rank(each.stats[name]) for each in players) / len(players)
