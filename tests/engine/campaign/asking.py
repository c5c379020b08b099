"""Whatever a coach may ask for, sensible or not, and how matches may end, for tests with generated input."""

import re
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from engine.campaign.club import Club
from engine.campaign.draft_list import NAMES
from engine.campaign.steps import ADVANCEMENT, FIRING, HIRING, JOURNEYMEN, MVP, READY, ROSTER, STAFF
from engine.core.dice import KeyedDice
from engine.rules.state import STATS
from engine.rules.teams.learning import learnable_skills
from engine.rules.teams.rosters import CATEGORIES
from tests.engine.campaign.results import injury, result_of

NONSENSE = st.sampled_from([None, True, -1, 0, 10**9, "", "nonsense", [], [[]], {}, 1.5])
KILLED = ("dead", "eaten")
HURT = ("badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", *KILLED)
Request = tuple[str, dict[str, Any]]


# What belongs to a step; asked for more often than the rest.
TIMELY = {
    MVP: ["nominate", "credit", "hate"],
    ADVANCEMENT: ["learn", "roll_skill", "roll_characteristic", "take", "hate"],
    HIRING: ["hire", "enlist"],
    FIRING: ["fire", "retire"],
    STAFF: ["buy", "dismiss"],
    JOURNEYMEN: ["keep"],
    ROSTER: ["hire", "enlist", "fire", "retire", "buy", "dismiss", "keep"],
    READY: ["appoint", "rename"],
}


def requests(club: Club) -> st.SearchStrategy[Request]:
    """An action with arguments that fit its parameters by name, and now and then with others."""
    timely = TIMELY.get(club.step, ["finish"])
    actions = st.sampled_from(timely) | st.sampled_from(timely) | st.sampled_from([*club.campaign.actions, "conquer"])
    return actions.flatmap(lambda action: st.tuples(st.just(action), _arguments(club, action)))


def _arguments(club: Club, action: str) -> st.SearchStrategy[dict[str, Any]]:
    wanted = list(club.campaign.arguments(action))
    sensible = st.fixed_dictionaries({name: _values(club)[name] for name in wanted})
    silly = st.dictionaries(st.sampled_from([*wanted, "more"]), NONSENSE)
    return st.integers(0, 9).flatmap(lambda number: silly if number == 0 else sensible)


def _values(club: Club) -> dict[str, st.SearchStrategy[Any]]:
    member = st.sampled_from([*club.members, 0, 999])
    skills = learnable_skills(club.campaign.data)
    return {
        "member": member,
        "members": st.permutations([*club.result.get("candidates", []), *list(club.members)[:2]]).map(
            lambda all: all[:6]
        ),
        "position": st.sampled_from([*club.raised, *club.roster.positions, "wizard"]),
        "name": st.sampled_from(["Bob", "Ann ", "Cid", "Dan", "Eve", "", "x" * 61]),
        "number": st.sampled_from([*range(1, 30), 99, 0, 100]),
        "skill": st.sampled_from([*skills, "wizardry"]),
        "category": st.sampled_from([*CATEGORIES.values(), "trait"]),
        "gain": st.sampled_from([*STATS, *club.offer.get("skills", ()), *skills]),
        "what": st.sampled_from([*NAMES, "wizard"]),
        "keyword": st.sampled_from([*(each for grudge in club.grudges.values() for each in grudge), "wizard"]),
    }


def match_result(club: Club, guests: list[str], seed: int, killed: int | None = None) -> dict[str, Any]:
    """A match of a club at home, with whom it can field; `guests` are on the sheet and may join for the match."""
    chance = Chance(seed)
    came = [id for id in guests if chance.one_in(2)]
    fielded = [*(str(member.id) for member in club.members.values() if member.eligible), *came]
    figures = {id: {"spp": chance.up_to(7), "took_part": int(not chance.one_in(4))} for id in fielded}
    injuries = {id: _injury(chance) for id in fielded if chance.one_in(4)}
    injuries |= {str(killed): injury("dead")} if killed in club.members else {}
    dead = {id for id, each in injuries.items() if each["result"] in KILLED}
    touchdowns = [chance.up_to(4), chance.up_to(4)]
    return result_of(
        figures,
        candidates=[id for id, each in figures.items() if each["took_part"] and id not in dead],
        awards=chance.up_to(2),
        injuries=injuries,
        score=touchdowns,
        touchdowns=touchdowns,
        winner=chance.of(["home", "away", "draw"]),
        fan_factors=[2 + chance.up_to(8), 2 + chance.up_to(8)],
        stalled=[chance.one_in(2), False],
        stats={"home": {"touchdowns": chance.up_to(touchdowns[0])}, "away": {"touchdowns": touchdowns[1]}},
        concession=chance.of(CONCESSIONS) if chance.one_in(3) else None,
        journeymen={"home": [id for id in came if id.startswith("rookie")], "away": []},
        raised={"home": [id for id in came if id == "raised"], "away": []},
    )


CONCESSIONS = [{"side": side, "penalty": penalty} for side in ("home", "away") for penalty in (True, False)]


class Chance:
    """Choices by a seed. Drawn one by one by Hypothesis, a match would leave no room for a season."""

    def __init__(self, seed: int) -> None:
        self.dice = KeyedDice(str(seed))

    def up_to(self, most: int) -> int:
        return self.dice.d(most + 1) - 1

    def of(self, choices: Sequence[Any]) -> Any:
        return choices[self.up_to(len(choices) - 1)]

    def one_in(self, number: int) -> bool:
        return self.dice.d(number) == 1


def _injury(chance: Chance) -> dict[str, Any]:
    result = chance.of(HURT)
    lost = chance.of(STATS) if result == "lasting-injury" else None
    return injury(result, lost, [] if result in KILLED else chance.of([[], ["orc"], ["goblin", "orc"]]))


def check_refusal(code: str, sentence: str, rule: str) -> None:
    """A refusal has a code for machines, a whole sentence for people, and a page, a ruling or a rule of the house that it rests on."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code), code
    assert re.fullmatch(r"\S.{10,}\.", sentence), sentence
    assert re.match(r"Core pp?\.\d+|bb2025\.[a-z-]+$|Dugout: ", rule), rule


def illegalities(club: Club, rulings: Any) -> list[str]:
    """In what a club is not a team that the rules know, apart from how many can play."""
    counts = rulings.choices["bb2025.retired-position-limit"] == "counts"
    most = {
        "rerolls": 8,
        "assistant_coaches": 6,
        "cheerleaders": 6,
        "apothecary": int(club.roster.apothecary),
        "trophy": 1,
    }
    fewest_fans, most_fans = club.campaign.tables["draft_costs_k"]["dedicated_fans_range"]
    listed = [member.position.key for member in club.listed]
    placed = [member.position.key for member in club.listed if counts or not member.retired]
    numbers = [member.number for member in club.members.values()]
    captain = club.members.get(club.captain or 0)
    found = {
        "gold": club.treasury < 0,
        "staff": not all(0 <= getattr(club, what) <= most[what] for what in most),
        "fans": not fewest_fans <= club.fans <= most_fans,
        "list": len(listed) > 16,
        "positions": any(placed.count(key) > club.roster.positions[key].most for key in placed),
        "group": _too_many_big_guys(club, placed),
        "numbers": len(set(numbers)) < len(numbers) or not all(1 <= number <= 99 for number in numbers),
        "names": not all(0 < len(member.name) <= 60 for member in club.members.values()),
        "namesakes": len({member.name.casefold() for member in club.members.values()}) < len(numbers),
        "captain": club.captain is not None and (captain is None or captain.journeyman or captain.position.big_guy),
        "points": any(member.spp < 0 or member.niggling < 0 for member in club.members.values()),
        "advancements": any(member.advancements > 6 for member in club.members.values()),
        "offer": bool(club.offer) and club.step != "advancement",
    }
    return [what for what, wrong in found.items() if wrong]


def _too_many_big_guys(club: Club, listed: list[str]) -> bool:
    limit = club.roster.big_guy_limit
    return limit is not None and sum(listed.count(key) for key in limit.among) > limit.most
