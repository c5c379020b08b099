"""What players learn: Star Player Points spent on skills and characteristics (Core pp.96-98)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.campaign.arguments import Action
from engine.campaign.club import Member
from engine.campaign.editor import TeamEditor, sides
from engine.campaign.refusal import Refusal
from engine.campaign.sheets import gained_skills
from engine.campaign.steps import ADVANCEMENT
from engine.core.ruling import Ruling
from engine.rules.teams import pages
from engine.rules.teams.learning import hindrance, learnable_skills
from engine.rules.teams.rosters import (
    skill_categories,
    skill_entries,
)

# Whether a passing ability of "-" can be improved; it becomes 6+ then.
unable_can_learn: Ruling[bool] = Ruling("pa-dash-improvement", {"six-plus": True, "not-possible": False})

LEARNING = pages.SKILLS
PRIMARY, SECONDARY = "primary", "secondary"
CHARACTERISTIC = "characteristic"  # the way to gain one, and its column of the price list
IMPROVING = pages.CHARACTERISTICS
ONLY_ONCE = "duplicate-skill-by-advancement"


@dataclass(frozen=True, slots=True)
class Option:
    """A skill that a player may choose: what it costs in points, and what it adds to the player's value."""

    skill: str
    access: str
    price: int
    value: int


# What coaches ask ---------------------------------------------------------------------------------------------------------


def learn(editor: TeamEditor, member: int, skill: str) -> None:
    """A skill of the coach's choice."""
    who = _learner(editor, member)
    option = _option(editor, who, skill)
    _afford(editor, who, option.price, f"Choosing a {option.access} skill")
    _gain_skill(editor, who, option, spp=-option.price)


def roll_skill(editor: TeamEditor, member: int, category: str) -> None:
    """Two skills of a category by the dice, and the coach takes one of them. The same one twice is taken."""
    who = _learner(editor, member)
    access = _access(who, category)
    price = prices(editor, who).get(f"random_{access}")
    if price is None:
        raise editor.refusal("no-access", f"{who.name} cannot roll for {category} skills.", LEARNING)
    able = {option.skill: option for option in options(editor, who) if _category(editor, option.skill) == category}
    if not able:
        raise editor.refusal(
            "nothing-left", f"There is no {category} skill that {who.name} could still learn.", LEARNING
        )
    _afford(editor, who, price, f"A random {category} skill")
    rolled = [_roll_skill(editor, category, able) for _ in range(2)]
    if rolled[0] == rolled[1]:
        _gain_skill(editor, who, able[rolled[0]], spp=-price)
    else:
        editor.enter("rolled", who.id, spp=-price, rule=LEARNING, what="skill", skills=rolled)


def roll_characteristic(editor: TeamEditor, member: int) -> None:
    """The dice say which characteristics may be improved; a skill may be taken instead."""
    who = _learner(editor, member)
    price = prices(editor, who)[CHARACTERISTIC]
    _afford(editor, who, price, "Improving a characteristic")
    table = editor.campaign.tables["characteristic_improvement"]
    face = editor.roll("characteristic", sides(table["dice"]))
    row = next(row for row in table["results"] if row["roll"][0] <= face <= row["roll"][1])
    able = [name.lower() for name in row["choices"] if may_improve(editor, who, name.lower())]
    editor.enter("rolled", who.id, spp=-price, rule=IMPROVING, what=CHARACTERISTIC, characteristics=able)


def take(editor: TeamEditor, member: int, gain: str) -> None:
    """What the dice offered: one of two skills, or a characteristic, or any skill in its place."""
    who, offer = editor.member(member), editor.club.offer
    if offer.get("member") != who.id:
        raise editor.refusal("no-offer", f"No dice have been rolled for {who.name}.", LEARNING)
    if gain in offer.get("characteristics", ()):
        worth = editor.campaign.tables["value_increase_k"][gain.upper()]
        editor.enter("advanced", who.id, rule=IMPROVING, characteristic=gain, value=worth)
    elif gain in who.position.characteristics:
        rule = IMPROVING if _figure(who, gain) else editor.cite(unable_can_learn)
        raise editor.refusal("not-offered", f"{who.name} cannot improve {gain.upper()} by these dice.", rule)
    elif gain in offer.get("skills", [gain]):
        _gain_skill(editor, who, _option(editor, who, gain))
    else:
        offered = " or ".join(_name(editor, skill) for skill in offer["skills"])
        raise editor.refusal("not-offered", f"The dice offer {who.name} {offered}.", LEARNING)


ACTIONS: Mapping[str, Action] = {
    "learn": learn,
    "roll_skill": roll_skill,
    "roll_characteristic": roll_characteristic,
    "take": take,
}


# What pages and other rules ask -------------------------------------------------------------------------------------------


def options(editor: TeamEditor, member: Member, categories: Iterable[str] = ()) -> list[Option]:
    """The skills that this player may choose, whether or not there are points for them; of some categories only, if any
    are given to which the player has access.
    """
    due = prices(editor, member)
    if not due:
        return []
    own, position = _own_skills(editor, member), member.position
    able = learnable_skills(editor.campaign.data, tuple(categories or (*position.primary, *position.secondary)))
    return [_priced(editor, member, skill, due) for skill in able if _hindrance(editor, member, skill, own) is None]


def prices(editor: TeamEditor, member: Member) -> dict[str, int]:
    """What each way to advance costs this player next; nothing is for sale after the last advancement."""
    table = editor.campaign.tables["advancement_cost_spp"]
    row = next((row for row in table["rows"] if row["number"] == member.advancements + 1), None)
    return dict(zip(table["columns"], row["costs"], strict=True)) if row else {}


def must_advance(editor: TeamEditor, member: Member) -> bool:
    """Whoever could pay for a characteristic may save no more."""
    price = prices(editor, member).get(CHARACTERISTIC)
    return price is not None and member.spp >= price


def may_improve(editor: TeamEditor, member: Member, name: str) -> bool:
    """Not more often than the rules allow, and never past the limit; what a player does not have, only by a ruling."""
    figure, limits = _figure(member, name), member.position.characteristics[name]
    if not figure and not editor.choice(unable_can_learn):
        return False
    return member.improved.get(name, 0) < limits.most_improvements and figure != limits.best


def _figure(member: Member, name: str) -> int:
    return member.position.with_changes(member.changes)[name]


# Checks -------------------------------------------------------------------------------------------------------------------


def _learner(editor: TeamEditor, id: int) -> Member:
    """A player who may advance now."""
    editor.at(ADVANCEMENT, "Learning")
    who = editor.member(id)
    if editor.club.offer:
        waiting = editor.club.members[editor.club.offer["member"]]
        raise editor.refusal("open-offer", f"The dice for {waiting.name} are rolled: first say what to take.", LEARNING)
    if not prices(editor, who):
        raise editor.refusal(
            "no-more", f"{who.name} has {who.advancements} advancements, and there are no more.", LEARNING
        )
    return who


def _afford(editor: TeamEditor, who: Member, price: int, what: str) -> None:
    if who.spp < price:
        points = f"{price} Star Player Points for {who.name}, who has {who.spp}"
        raise editor.refusal("no-points", f"{what} costs {points}.", LEARNING)


def _option(editor: TeamEditor, who: Member, skill: str) -> Option:
    """This skill for this player, or why not."""
    if skill not in skill_categories(editor.campaign.data):
        raise editor.refusal("no-such-skill", f"There is no skill {skill!r} to learn.", LEARNING)
    reason = _hindrance(editor, who, skill, _own_skills(editor, who))
    if reason is not None:
        raise reason
    return _priced(editor, who, skill, prices(editor, who))


def _own_skills(editor: TeamEditor, who: Member) -> set[str]:
    return {*who.position.skills, *gained_skills(editor.club, who)}


def _hindrance(editor: TeamEditor, who: Member, skill: str, own: set[str]) -> Refusal | None:
    """Why this player, who has his own skills, cannot learn this one."""
    if skill in own:
        return editor.refusal("has-skill", f"{who.name} has {_name(editor, skill)} already.", editor.cite(ONLY_ONCE))
    category = _category(editor, skill)
    if not _access(who, category):
        closed = f"{category} skills are closed to it"
        return editor.refusal(
            "no-access", f"A {who.position.name} cannot learn {_name(editor, skill)}: {closed}.", LEARNING
        )
    found = hindrance(editor.campaign.data, skill, own, editor.rulings)
    return editor.refusal(found.code, f"{found.words}.", found.rule) if found else None


def _access(who: Member, category: str) -> str:
    """Primary, secondary, or none."""
    if category in who.position.primary:
        return PRIMARY
    return SECONDARY if category in who.position.secondary else ""


# Dice, prices and rows ----------------------------------------------------------------------------------------------------


def _roll_skill(editor: TeamEditor, category: str, able: Mapping[str, Any]) -> str:
    """Which half of the list, and which row of it, until it is one that the player can learn."""
    table = editor.campaign.tables["random_skill_table"]
    while True:
        half = "first_half" if editor.roll(f"{category}, half", 6) <= 3 else "second_half"
        skill: str = table[category][half][editor.roll(f"{category}, row", 6) - 1]
        if skill in able:
            return skill


def _priced(editor: TeamEditor, who: Member, skill: str, due: Mapping[str, int]) -> Option:
    access = _access(who, _category(editor, skill))
    worth = editor.campaign.tables["value_increase_k"]
    extra = worth["elite_skill_extra"] if skill_entries(editor.campaign.data)[skill]["elite"] else 0
    return Option(skill, access, due[f"choose_{access}"], worth[f"{access}_skill"] + extra)


def _gain_skill(editor: TeamEditor, who: Member, option: Option, spp: int = 0) -> None:
    editor.enter("advanced", who.id, spp=spp, rule=LEARNING, skill=option.skill, value=option.value)


def _category(editor: TeamEditor, skill: str) -> str:
    return skill_categories(editor.campaign.data)[skill]


def _name(editor: TeamEditor, skill: str) -> str:
    return str(skill_entries(editor.campaign.data)[skill]["name"])
