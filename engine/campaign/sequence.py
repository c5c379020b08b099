"""The way through the post-match sequence, and what may be put right on it (Core p.95)."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.campaign import mvp
from engine.campaign.advancement import LEARNING, must_advance
from engine.campaign.arguments import Action
from engine.campaign.club import Member
from engine.campaign.draft_list import LIST, player_name
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import REVOKED
from engine.campaign.hiring import check_identity
from engine.campaign.mistakes import expensive_mistakes
from engine.campaign.postmatch import release
from engine.campaign.steps import ADVANCEMENT, FIRING, HIRING, JOURNEYMEN, MVP, READY, ROSTER, STAFF
from engine.core.ruling import Ruling
from engine.rules.tables import Page

RULE = Page("sequence")
# The steps in which the list is changed.
changes: Ruling[tuple[str, ...]] = Ruling(
    "hire-then-fire-order", {"hire-first": (HIRING, FIRING, STAFF, JOURNEYMEN), "any-order": (ROSTER,)}
)


def in_order(editor: TeamEditor, gone: Collection[str]) -> tuple[str, ...]:
    """The steps of the sequence: as a team has gone through them, or as the rulings of today have it."""
    chosen = next((steps for steps in changes.choices.values() if steps[0] in gone), None)
    return (MVP, ADVANCEMENT, *(chosen or editor.choice(changes)))


def finish(editor: TeamEditor) -> None:
    """End the present step. After the last one journeymen leave and gold is wasted."""
    steps = editor.campaign.steps.in_order(editor, ())
    editor.at(steps, "Ending a step")
    for check in editor.campaign.steps.checks:
        check(editor)
    place = steps.index(editor.club.step) + 1
    if place == len(steps):
        release(editor)
        expensive_mistakes(editor)
    editor.enter("step", rule=RULE, to=READY if place == len(steps) else steps[place])


def rename(editor: TeamEditor, member: int, name: str, number: int) -> None:
    """Names and numbers are the coach's to choose, at any time."""
    who = editor.member(member)
    check_identity(editor.club, name, number, own=who.id)
    editor.enter("renamed", who.id, rule=LIST, name=player_name(name), number=number)


ACTIONS: Mapping[str, Action] = {"finish": finish, "rename": rename}


# What must be decided before a step can end --------------------------------------------------------------------------------


def _honours(editor: TeamEditor) -> None:
    if editor.club.awards:
        raise editor.refusal("award-open", "First name the most valuable player.", mvp.RULE)
    if editor.club.credits:
        raise editor.refusal(
            "credit-open", "First say who is credited with the touchdowns of the concession.", mvp.CONCESSION
        )


def _grudges(editor: TeamEditor) -> None:
    for id in editor.club.grudges:
        name = editor.club.members[id].name
        raise editor.refusal("grudge-open", f"First say whom {name} hates for the injury.", mvp.GRUDGES)


def _offer(editor: TeamEditor) -> None:
    if editor.club.offer:
        name = editor.club.members[editor.club.offer["member"]].name
        raise editor.refusal("open-offer", f"The dice for {name} are rolled: first say what to take.", LEARNING)


def _savings(editor: TeamEditor) -> None:
    if editor.club.step != ADVANCEMENT:
        return
    for member in editor.club.members.values():
        if must_advance(editor, member):
            sentence = f"{member.name} has {member.spp} Star Player Points and must spend some on an advancement."
            raise editor.refusal("must-spend", sentence, LEARNING)


CHECKS: tuple[Callable[[TeamEditor], None], ...] = (_honours, _grudges, _offer, _savings)


# Putting things right -----------------------------------------------------------------------------------------------------


def undo(editor: TeamEditor, rows: list[int]) -> None:
    """Take back the rows of the coach's last request: no dice in them, and nothing entered since."""
    void = {number for row in editor.entries if row.kind == REVOKED for number in row.data["rows"]}
    live = {number: row for number, row in editor.numbered() if number not in void and row.kind != REVOKED}
    if not rows or sorted(rows) != list(live)[-len(rows) :]:
        raise editor.refusal("too-late", "Only what was done last can be undone.", RULE)
    undone = [live[number] for number in sorted(rows)]
    if any(row.rolls for row in undone):
        raise editor.refusal("dice-rolled", "Dice were rolled for it, and that cannot be undone.", RULE)
    member = next((row.member for row in undone if row.member is not None), None)
    gold, spp = sum(row.gold for row in undone), sum(row.spp for row in undone)
    editor.revoke(sorted(rows), member=member, gold=-gold, spp=-spp, rule=RULE)


def correct(
    editor: TeamEditor,
    *,
    reason: str,
    gold: int = 0,
    member: int | None = None,
    spp: int = 0,
    heal: dict[str, Any] | None = None,
) -> None:
    """A commissioner's correction: gold, a player's points, and what a player is healed of.

    `heal` holds any of niggling: how many, characteristic: which, hatred: a keyword, available: True.
    """
    who = None if member is None else editor.member(member)
    if editor.club.treasury + gold < 0 or (who and who.spp + spp < 0):
        raise editor.refusal("below-zero", "Neither the treasury nor a player's points can fall below zero.", RULE)
    if who is None and (spp or heal):
        raise editor.refusal("no-such-player", "Say which player's points or injuries are meant.", RULE)
    if who and heal and not _curable(who, heal):
        raise editor.refusal("not-hurt", f"{who.name} has nothing of the kind to be healed of.", RULE)
    if gold or spp or not heal:
        editor.enter("correction", member, gold=gold, spp=spp, rule=RULE, reason=reason)
    if heal:
        editor.enter("healed", member, rule=RULE, reason=reason, **heal)


def _curable(who: Member, heal: dict[str, Any]) -> bool:
    """Whether the player has all that is to be healed."""
    has: dict[str, Callable[[Any], bool]] = {
        "niggling": lambda number: 0 < number <= who.niggling,
        "characteristic": lambda name: who.changes.get(name, 0) < who.improved.get(name, 0),
        "hatred": lambda keyword: keyword in who.hatred,
        "available": lambda wanted: wanted is True and who.misses_next,
    }
    return all(name in has and has[name](value) for name, value in heal.items())
