"""What players learn: Star Player Points spent on skills and characteristics (Core pp.96-98)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.campaign.club import Member
from engine.campaign.office import Office
from engine.campaign.refusal import Refusal
from engine.campaign.sheets import gained_skills
from engine.campaign.steps import ADVANCEMENT
from engine.core.ruling import Ruling
from engine.rules.rosters import (
    LIMITS,
    LOWER_IS_BETTER,
    MOST_IMPROVEMENTS,
    STATS,
    learnable_skills,
    skill_categories,
    skill_entries,
    with_changes,
)
from engine.rules.tables import tables

kicking_will_do: Ruling[bool] = Ruling("kick-team-mate-skill-access", {"refused": False, "allowed": True})
# Whether a passing ability of "-" can be improved; it becomes 6+ then.
unable_can_learn: Ruling[bool] = Ruling("pa-dash-improvement", {"six-plus": True, "not-possible": False})
RULINGS = (kicking_will_do, unable_can_learn)

THROW_TEAM_MATE, KICK_TEAM_MATE = "throw-team-mate", "kick-team-mate"
PRIMARY, SECONDARY = "primary", "secondary"
CHARACTERISTIC = "characteristic"  # the way to gain one, and its column of the price list
LEARNING, IMPROVING, ONLY_ONCE = "Core p.97", "Core p.98", "duplicate-skill-by-advancement"


@dataclass(frozen=True, slots=True)
class Option:
    """A skill that a player may choose: what it costs in points, and what it adds to the player's value."""

    skill: str
    access: str
    price: int
    value: int


# What coaches ask ---------------------------------------------------------------------------------------------------------


def learn(office: Office, member: int, skill: str) -> None:
    """A skill of the coach's choice."""
    who = _learner(office, member)
    option = _option(office, who, skill)
    _afford(who, option.price, f"Choosing a {option.access} skill")
    _gain_skill(office, who, option, spp=-option.price)


def roll_skill(office: Office, member: int, category: str) -> None:
    """Two skills of a category by the dice, and the coach takes one of them. The same one twice is taken."""
    who = _learner(office, member)
    access = _access(who, category)
    price = prices(office, who).get(f"random_{access}")
    if price is None:
        raise Refusal("no-access", f"{who.name} cannot roll for {category} skills.", LEARNING)
    able = {option.skill: option for option in options(office, who) if _category(office, option.skill) == category}
    if not able:
        raise Refusal("nothing-left", f"There is no {category} skill that {who.name} could still learn.", LEARNING)
    _afford(who, price, f"A random {category} skill")
    rolled = [_roll_skill(office, category, able) for _ in range(2)]
    if rolled[0] == rolled[1]:
        _gain_skill(office, who, able[rolled[0]], spp=-price)
    else:
        office.enter("rolled", who.id, spp=-price, rule=LEARNING, what="skill", skills=rolled)


def roll_characteristic(office: Office, member: int) -> None:
    """The dice say which characteristics may be improved; a skill may be taken instead."""
    who = _learner(office, member)
    price = prices(office, who)[CHARACTERISTIC]
    _afford(who, price, "Improving a characteristic")
    table = tables(office.edition)["characteristic_improvement"]
    face = office.roll("characteristic", int(table["dice"][1:]))
    row = next(row for row in table["results"] if row["roll"][0] <= face <= row["roll"][1])
    able = [name.lower() for name in row["choices"] if may_improve(office, who, name.lower())]
    office.enter("rolled", who.id, spp=-price, rule=IMPROVING, what=CHARACTERISTIC, characteristics=able)


def take(office: Office, member: int, gain: str) -> None:
    """What the dice offered: one of two skills, or a characteristic, or any skill in its place."""
    who, offer = office.member(member), office.club.offer
    if offer.get("member") != who.id:
        raise Refusal("no-offer", f"No dice have been rolled for {who.name}.", LEARNING)
    if gain in offer.get("characteristics", ()):
        worth = tables(office.edition)["value_increase_k"][gain.upper()]
        office.enter("advanced", who.id, rule=IMPROVING, characteristic=gain, value=worth)
    elif gain in STATS:
        rule = IMPROVING if _figure(who, gain) else office.cite(unable_can_learn)
        raise Refusal("not-offered", f"{who.name} cannot improve {gain.upper()} by these dice.", rule)
    elif gain in offer.get("skills", [gain]):
        _gain_skill(office, who, _option(office, who, gain))
    else:
        offered = " or ".join(_name(office, skill) for skill in offer["skills"])
        raise Refusal("not-offered", f"The dice offer {who.name} {offered}.", LEARNING)


ACTIONS = {"learn": learn, "roll_skill": roll_skill, "roll_characteristic": roll_characteristic, "take": take}


# What pages and other rules ask -------------------------------------------------------------------------------------------


def options(office: Office, member: Member) -> list[Option]:
    """The skills that this player may choose, whether or not there are points for them."""
    if not prices(office, member):
        return []
    own = _own_skills(office, member)
    able = [skill for skill in learnable_skills(office.edition) if _access(member, _category(office, skill))]
    return [_priced(office, member, skill) for skill in able if _hindrance(office, member, skill, own) is None]


def prices(office: Office, member: Member) -> dict[str, int]:
    """What each way to advance costs this player next; nothing is for sale after the last advancement."""
    table = tables(office.edition)["advancement_cost_spp"]
    row = next((row for row in table["rows"] if row["number"] == member.advancements + 1), None)
    return dict(zip(table["columns"], row["costs"], strict=True)) if row else {}


def must_advance(office: Office, member: Member) -> bool:
    """Whoever could pay for a characteristic may save no more."""
    price = prices(office, member).get(CHARACTERISTIC)
    return price is not None and member.spp >= price


def may_improve(office: Office, member: Member, name: str) -> bool:
    """Not more often than the rules allow, and never past the limit; what a player does not have, only by a ruling."""
    best = LIMITS[name][0 if name in LOWER_IS_BETTER else 1]
    figure = _figure(member, name)
    if not figure and not office.choice(unable_can_learn):
        return False
    return member.improved.get(name, 0) < MOST_IMPROVEMENTS and figure != best


def _figure(member: Member, name: str) -> int:
    return with_changes(member.position.stats, member.changes)[name]


# Checks -------------------------------------------------------------------------------------------------------------------


def _learner(office: Office, id: int) -> Member:
    """A player who may advance now."""
    office.at(ADVANCEMENT, "Learning")
    who = office.member(id)
    if office.club.offer:
        waiting = office.club.members[office.club.offer["member"]]
        raise Refusal("open-offer", f"The dice for {waiting.name} are rolled: first say what to take.", LEARNING)
    if not prices(office, who):
        raise Refusal("no-more", f"{who.name} has {who.advancements} advancements, and there are no more.", LEARNING)
    return who


def _afford(who: Member, price: int, what: str) -> None:
    if who.spp < price:
        points = f"{price} Star Player Points for {who.name}, who has {who.spp}"
        raise Refusal("no-points", f"{what} costs {points}.", LEARNING)


def _option(office: Office, who: Member, skill: str) -> Option:
    """This skill for this player, or why not."""
    if skill not in skill_categories(office.edition):
        raise Refusal("no-such-skill", f"There is no skill {skill!r} to learn.", LEARNING)
    reason = _hindrance(office, who, skill, _own_skills(office, who))
    if reason is not None:
        raise reason
    return _priced(office, who, skill)


def _own_skills(office: Office, who: Member) -> set[str]:
    return {*who.position.skills, *gained_skills(office.club, who)}


def _hindrance(office: Office, who: Member, skill: str, own: set[str]) -> Refusal | None:
    """Why this player, who has his own skills, cannot learn this one."""
    if skill in own:
        return Refusal("has-skill", f"{who.name} has {_name(office, skill)} already.", office.cite(ONLY_ONCE))
    category = _category(office, skill)
    if not _access(who, category):
        closed = f"{category} skills are closed to it"
        return Refusal("no-access", f"A {who.position.name} cannot learn {_name(office, skill)}: {closed}.", LEARNING)
    barring = _barring(office.edition, skill) & own
    if barring:
        return Refusal("excluded", f"{_name(office, skill)} does not go with {_names(office, barring)}.", LEARNING)
    return _unmet(office, who, skill, own)


def _unmet(office: Office, who: Member, skill: str, own: set[str]) -> Refusal | None:
    """What the skill asks for and the player lacks."""
    entry = skill_entries(office.edition)[skill]
    lacking = set(entry.get("requires", ())) - own
    rule = LEARNING
    if lacking == {THROW_TEAM_MATE} and KICK_TEAM_MATE in own:
        rule, lacking = office.cite(kicking_will_do), set() if office.choice(kicking_will_do) else lacking
    if lacking:
        return Refusal("requires", f"{_name(office, skill)} needs {_names(office, lacking)}.", rule)
    if entry.get("requires_any_special_action") and not any(_grants_action(office.edition, each) for each in own):
        return Refusal("requires", f"{_name(office, skill)} needs a trait with a special action.", LEARNING)
    return None


@cache
def _barring(edition: str, skill: str) -> set[str]:
    """Skills and traits that do not go with this one; whichever of the two says so."""
    entries = skill_entries(edition)
    named = {key: {*entry.get("excludes", ()), *entry.get("excludes_trait", ())} for key, entry in entries.items()}
    return named[skill] | {key for key, barred in named.items() if skill in barred}


def _grants_action(edition: str, skill: str) -> bool:
    entry = skill_entries(edition)[skill]
    return entry["category"] == "trait" and "grants_action" in entry


def _access(who: Member, category: str) -> str:
    """Primary, secondary, or none."""
    if category in who.position.primary:
        return PRIMARY
    return SECONDARY if category in who.position.secondary else ""


# Dice, prices and rows ----------------------------------------------------------------------------------------------------


def _roll_skill(office: Office, category: str, able: Mapping[str, Any]) -> str:
    """Which half of the list, and which row of it, until it is one that the player can learn."""
    table = tables(office.edition)["random_skill_table"]
    while True:
        half = "first_half" if office.roll(f"{category}, half", 6) <= 3 else "second_half"
        skill: str = table[category][half][office.roll(f"{category}, row", 6) - 1]
        if skill in able:
            return skill


def _priced(office: Office, who: Member, skill: str) -> Option:
    access = _access(who, _category(office, skill))
    worth = tables(office.edition)["value_increase_k"]
    extra = worth["elite_skill_extra"] if skill_entries(office.edition)[skill]["elite"] else 0
    return Option(skill, access, prices(office, who)[f"choose_{access}"], worth[f"{access}_skill"] + extra)


def _gain_skill(office: Office, who: Member, option: Option, spp: int = 0) -> None:
    office.enter("advanced", who.id, spp=spp, rule=LEARNING, skill=option.skill, value=option.value)


def _category(office: Office, skill: str) -> str:
    return skill_categories(office.edition)[skill]


def _name(office: Office, skill: str) -> str:
    return str(skill_entries(office.edition)[skill]["name"])


def _names(office: Office, skills: Iterable[str]) -> str:
    return ", ".join(_name(office, skill) for skill in sorted(skills))
