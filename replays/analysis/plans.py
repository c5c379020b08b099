"""Whether a game plan was obeyed: for each of its settings what it asked for, what happened in figures, and a verdict."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import engine
from engine import Ruleset
from replays.analysis.team_actions import SetUp, TeamActions, TeamTurn
from replays.narration import listed, upper

OBEYED, PARTLY, ABANDONED, NOT_POSSIBLE = VERDICTS = ("obeyed", "partly", "abandoned", "not possible")
USUAL_DARING = 1.3  # risky rolls in a turn of the built-in coach without a plan, on average over rosters
ROSTERS = (0.6, 1.5)  # times as much that some rosters do without a plan
MUCH, LITTLE = 1.1, 0.9  # times as much
MOSTLY, NOW_AND_THEN = 2 / 3, 1 / 3  # of the occasions
CORNERS = 2  # team-mates at the corners that make a cage
OFTEN, SOMETIMES = 1 / 4, 1 / 10  # of the turns in which a foul, or something that few can do, is possible
PASSES = 3  # and hand-offs, of a team that plays by passing
SOON, LATE = 4, 2  # turns with the ball before a touchdown; turns of the half that are left after it
ENOUGH_TURNS = 4  # to compare with
LAST_TURNS = 2

Judged = tuple[str, str]  # what happened, and the verdict


@dataclass(frozen=True, slots=True)
class Line:
    """A setting that differs from the default."""

    key: str
    setting: str  # as people read it, as the next two
    wish: str
    happened: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the measures look at: a team's plan, and what it did."""

    plan: Any  # the record with a field for each setting
    actions: TeamActions
    names: Sequence[str]  # by player
    ids: Mapping[str, int]  # players by what the sheet calls them
    side: int
    rules: Ruleset

    @property
    def turns_in_half(self) -> int:
        turns: int = self.rules.edition.turns
        return turns

    def players(self, named: Iterable[str]) -> list[int]:
        return [self.ids[id] for id in named if id in self.ids]

    def called(self, players: Iterable[int]) -> str:
        return listed([self.names[player] for player in players])


Measure = Callable[[Seen], Judged]


def plan_lines(file: Mapping[str, Any], actions: Sequence[TeamActions]) -> tuple[list[Line], list[Line]]:
    """Home and away; nothing for a side that played as the coach does without a plan."""
    home, away = (_lines(file, side, actions[side]) for side in (0, 1))
    return home, away


def _lines(file: Mapping[str, Any], side: int, actions: TeamActions) -> list[Line]:
    sheet, rules = file["sheets"][side], engine.ruleset(file["ruleset"])
    first = side * len(file["sheets"][0]["players"])
    ids = {str(player["id"]): number for number, player in enumerate(sheet["players"], start=first)}
    # An older file may have settings that there are no more.
    plan, _ = rules.plans.repair(sheet.get("plan", {}), ids, rules.rulings(overrides=file["rulings"]))
    names = [player["name"] for each in file["sheets"] for player in each["players"]]
    seen = Seen(rules.plans.read(plan), actions, names, ids, side, rules)
    words = rules.plans.describe(plan, {id: names[player] for id, player in ids.items()})
    return [_line(key, setting, wish, MEASURES[key](seen)) for key, (setting, wish) in zip(plan, words, strict=True)]


def _line(key: str, setting: str, wish: str, judged: Judged) -> Line:
    happened, verdict = judged
    return Line(key, setting, wish, upper(happened), verdict)


# The plan ---------------------------------------------------------------------------------------------------------------------


def style(seen: Seen) -> Judged:
    held = [turn for turn in seen.actions.turns if turn.holder is not None and not turn.scored]
    if seen.plan.style == "pass":
        passes, given = seen.actions.passes.total(), seen.actions.hand_offs
        verdict = OBEYED if passes + given >= PASSES else PARTLY if passes + given else ABANDONED
        return f"{number(passes, 'pass', 'passes')} and {number(given, 'hand-off')}.", verdict
    if not held:
        return "The ball was never theirs at the end of a turn.", NOT_POSSIBLE
    if seen.plan.style == "cage":
        caged = sum(turn.corners >= CORNERS for turn in held)
        return f"In a cage at the end of {caged} of {number(len(held), 'turn')} with the ball.", _share(
            caged, len(held)
        )
    free = sum(not turn.markers for turn in held)
    return f"The carrier was clear of opponents at the end of {free} of {number(len(held), 'turn')}.", _share(
        free, len(held)
    )


def tempo(seen: Seen) -> Judged:
    turns = seen.actions.turns
    scored = [turn for turn in turns if turn.scored]
    if not scored:
        return "No touchdown.", NOT_POSSIBLE
    held = [sum(each.drive == turn.drive and each.holder is not None for each in turns) for turn in scored]
    if seen.plan.tempo == "soon":
        figures, told = held, "after {} turns with the ball"
        good = sum(each <= SOON for each in figures)
    else:
        figures, told = [max(0, seen.turns_in_half - turn.number) for turn in scored], "with {} turns of the half left"
        good = sum(each <= LATE for each in figures)
    told = told.format(listed([str(each) for each in figures]))
    return f"{number(len(scored), 'touchdown')}, {told}.", _share(good, len(scored), most=1.0)


def risk(seen: Seen) -> Judged:
    rate = _daring(seen.actions.turns)
    low, high = (USUAL_DARING * factor for factor in ROSTERS)
    if seen.plan.risk == "high":
        verdict = OBEYED if rate >= USUAL_DARING else PARTLY if rate >= low else ABANDONED
    else:
        verdict = OBEYED if rate <= USUAL_DARING else PARTLY if rate <= high else ABANDONED
    return f"{rate:.1f} risky rolls a turn; {USUAL_DARING} is usual.", verdict


def toss(seen: Seen) -> Judged:
    chosen = seen.actions.toss
    if not chosen:
        return "The other team won the toss.", NOT_POSSIBLE
    return f"Won the toss and chose to {chosen}.", OBEYED if chosen == seen.plan.toss else ABANDONED


def carriers(seen: Seen) -> Judged:
    wanted = seen.players(seen.plan.carriers)
    held = [turn for turn in seen.actions.turns if turn.holder is not None]
    if not held:
        return "The ball was never theirs at the end of a turn.", NOT_POSSIBLE
    able = [turn for turn in held if turn.fielded & set(wanted)]
    if not able:
        return f"{seen.called(wanted)} never on the pitch while the ball was theirs.", NOT_POSSIBLE
    good = sum(turn.holder in wanted for turn in held)
    others = list(dict.fromkeys(turn.holder for turn in held if turn.holder is not None and turn.holder not in wanted))
    told = f"Had the ball at the end of {good} of {number(len(held), 'turn')}"
    told += f" (on the pitch in {len(able)})" if len(able) < len(held) else ""
    return f"{told}{f'; else {seen.called(others)}' if others else ''}.", _share(good, len(able))


# Without the ball -------------------------------------------------------------------------------------------------------------


def defence(seen: Seen) -> Judged:
    turns = [turn for turn in seen.actions.turns if turn.defends]
    if not turns:
        return "The other team never had the ball at the end of a turn.", NOT_POSSIBLE
    marked = sum(turn.marking > 0 for turn in turns)
    told = f"Their carrier was marked at the end of {marked} of {number(len(turns), 'turn')}"
    blitzes = number(seen.actions.blitzes_on_the_carrier, "Blitz", "Blitzes")
    return f"{told}, and met {blitzes}.", _share(marked, len(turns))


def targets(seen: Seen) -> Judged:
    hits = seen.actions.hits
    if not hits:
        return "Nobody was blocked.", NOT_POSSIBLE
    if seen.plan.targets == "weak":
        good, chance, whom = sum(hit.weaker for hit in hits), sum(hit.weaker_there for hit in hits), "weaker"
    else:
        good, chance, whom = sum(hit.better for hit in hits), sum(hit.better_there for hit in hits), "better"
    told = (
        f"{good} of {number(len(hits), 'block')} hit {whom} players than average; by chance it would be {chance:.0f}."
    )
    return told, _compared(good, chance, more=True)


# Rough play and re-rolls ------------------------------------------------------------------------------------------------------


def fouls(seen: Seen) -> Judged:
    made, chances = seen.actions.fouls, sum(turn.fallen > 0 for turn in seen.actions.turns)
    if seen.plan.fouls == "never":
        return f"{number(made, 'foul')}.", ABANDONED if made else OBEYED
    if not chances and not made:
        return "No opponent was ever on the ground at the end of a turn.", NOT_POSSIBLE
    told = f"{number(made, 'foul')}; an opponent lay on the ground in {number(chances, 'turn')}."
    return told, _share(made, chances, OFTEN, SOMETIMES)


def weapons(seen: Seen) -> Judged:
    actions = seen.actions
    chances = sum(len(turn.fielded & actions.armed) for turn in actions.turns)
    if not chances:
        return "Nobody on the pitch had any.", NOT_POSSIBLE
    told = f"{number(actions.special, 'use')} in {number(chances, 'turn')} of players who have any."
    if seen.plan.weapons == "often":
        return told, _share(actions.special, chances, OFTEN, SOMETIMES)
    share = actions.special / chances
    return told, OBEYED if share <= SOMETIMES else PARTLY if share <= OFTEN else ABANDONED


def reserve(seen: Seen) -> Judged:
    """How many were left when the second part of a half began."""
    told, good, asked, middle = [], 0, 0, seen.turns_in_half // 2
    for half, name in ((1, "first"), (2, "second")):
        turns = [turn for turn in seen.actions.turns if turn.half == half]
        later = [turn for turn in turns if turn.number > middle]
        if not later or not turns[0].rerolls:
            continue
        left, had = later[0].rerolls, turns[0].rerolls
        told.append(f"{left} of {had} in the {name} half")
        good, asked = good + (left >= min(seen.plan.reserve, had)), asked + 1
    if not asked:
        return "There were no team re-rolls.", NOT_POSSIBLE
    return f"Left after turn {middle}: {listed(told)}.", _share(good, asked, most=1.0)


def apothecary(seen: Seen) -> Judged:
    wanted = set(seen.players((*seen.plan.protected, *seen.plan.carriers)))
    asked = seen.actions.treated
    if not asked:
        return "Nobody needed one.", NOT_POSSIBLE
    used = [player for player, was_used in asked if was_used]
    spared = number(len(asked) - len(used), "other")
    if not used:
        return f"{number(len(asked), 'player')} hurt, and none of those whom it is for; it was kept.", OBEYED
    return f"Called for {seen.called(used)}, and for {spared} not.", OBEYED if set(used) <= wanted else ABANDONED


# Score and clock --------------------------------------------------------------------------------------------------------------


def ahead(seen: Seen) -> Judged:
    return _by_score(seen, seen.plan.ahead, "while ahead", lambda turn: turn.lead > 0)


def level(seen: Seen) -> Judged:
    return _by_score(seen, seen.plan.level, "while level", lambda turn: turn.lead == 0)


def behind(seen: Seen) -> Judged:
    return _by_score(seen, seen.plan.behind, "while behind", lambda turn: turn.lead < 0)


def last_turns(seen: Seen) -> Judged:
    first = seen.turns_in_half - LAST_TURNS
    return _by_score(seen, seen.plan.last_turns, "in the last turns", lambda turn: turn.number > first)


def _by_score(seen: Seen, wish: str, when: str, then: Callable[[TeamTurn], bool]) -> Judged:
    """What was risked in some turns, against the rest of the match, or what is usual if there is hardly any rest."""
    turns = [turn for turn in seen.actions.turns if then(turn)]
    rest = [turn for turn in seen.actions.turns if not then(turn)]
    if not turns:
        return f"Never {when.removeprefix('while ')}.", NOT_POSSIBLE
    compare = len(rest) >= ENOUGH_TURNS
    rate, other = _daring(turns), _daring(rest) if compare else USUAL_DARING
    told = f"{rate:.1f} risky rolls a turn {when} ({number(len(turns), 'turn')})"
    return f"{told}, {other:.1f} {'otherwise' if compare else 'is usual'}.", _compared(
        rate, other, more=wish == "attack"
    )


# Players ----------------------------------------------------------------------------------------------------------------------


def throwers(seen: Seen) -> Judged:
    wanted, passes = seen.players(seen.plan.throwers), seen.actions.passes
    if not passes:
        return "Nobody threw a pass.", NOT_POSSIBLE
    good, others = sum(passes[player] for player in wanted), [player for player in passes if player not in wanted]
    told = f"Threw {good} of {number(passes.total(), 'pass', 'passes')}"
    told += f"; the others: {seen.called(others)}" if others else ""
    if not any(turn.fielded & set(wanted) for turn in seen.actions.turns):
        return f"{told}. {seen.called(wanted)} never on the pitch.", NOT_POSSIBLE
    return f"{told}.", _share(good, passes.total())


def protected(seen: Seen) -> Judged:
    """How often they stood next to an opponent when a turn was over, against their team-mates."""
    wanted, turns = frozenset(seen.players(seen.plan.protected)), seen.actions.turns
    there = sum(len(turn.fielded & wanted) for turn in turns)
    if not there:
        return f"{seen.called(sorted(wanted))} never on the pitch.", NOT_POSSIBLE
    others, near = sum(len(turn.fielded - wanted) for turn in turns), sum(len(turn.beside & wanted) for turn in turns)
    usual = sum(len(turn.beside - wanted) for turn in turns) / max(1, others)
    hit = sum(seen.actions.blocked[player] for player in wanted)
    told = f"Next to an opponent after {near} of {number(there, 'turn')} ({near / there:.0%}; team-mates {usual:.0%})"
    return f"{told}, and met {number(hit, 'block')}.", _compared(near / there, usual, more=False)


# Set-ups ----------------------------------------------------------------------------------------------------------------------


def kicking(seen: Seen) -> Judged:
    return _formation(seen, seen.plan.kicking, [each for each in seen.actions.set_ups if each.kicking], "kicked off")


def receiving(seen: Seen) -> Judged:
    return _formation(
        seen, seen.plan.receiving, [each for each in seen.actions.set_ups if not each.kicking], "received"
    )


def _formation(seen: Seen, drawn: Any, set_ups: Sequence[SetUp], doing: str) -> Judged:
    if not set_ups:
        return f"Never {doing}.", NOT_POSSIBLE
    places: dict[int, str | None] = seen.rules.plans.squares(drawn, seen.side)
    as_drawn = [each for each in set_ups if set(each.squares.values()) <= places.keys()]
    short = sum(len(each.squares) < len(places) for each in set_ups)
    named = {seen.ids[id]: square for square, id in places.items() if id is not None and id in seen.ids}
    away = [player for player, square in named.items() if any(each.squares.get(player) != square for each in as_drawn)]
    told = f"As drawn at {len(as_drawn)} of {number(len(set_ups), 'kick-off')}"
    told += f"; too few players for every place at {short}" if short else ""
    told += f"; {seen.called(away)} not always in the place drawn" if away else ""
    if len(as_drawn) == len(set_ups) and not short and not away:
        return f"{told}.", OBEYED
    return f"{told}.", PARTLY if as_drawn else NOT_POSSIBLE if short == len(set_ups) else ABANDONED


MEASURES: Mapping[str, Measure] = {
    measure.__name__: measure
    for measure in (
        *(style, tempo, risk, toss, carriers, defence, targets, fouls, weapons, reserve, apothecary),
        *(ahead, level, behind, last_turns, throwers, protected, kicking, receiving),
    )
}


def number(count: int, one: str, many: str = "") -> str:
    """No turns, 1 turn, 2 turns."""
    return f"{count or 'no'} {one if count == 1 else many or f'{one}s'}"


def _share(good: int, chances: int, most: float = MOSTLY, some: float = NOW_AND_THEN) -> str:
    share = good / max(1, chances)
    return OBEYED if share >= most else PARTLY if share >= some else ABANDONED


def _compared(figure: float, with_it: float, *, more: bool) -> str:
    """Whether a figure is above another, or below it, as the plan asks."""
    if more:
        return OBEYED if figure >= with_it * MUCH else PARTLY if figure >= with_it * LITTLE else ABANDONED
    return OBEYED if figure <= with_it * LITTLE else PARTLY if figure <= with_it * MUCH else ABANDONED


def _daring(turns: Sequence[TeamTurn]) -> float:
    return sum(turn.dared for turn in turns) / max(1, len(turns))
