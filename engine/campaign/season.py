"""Between two seasons: prizes, rest and relaxation, and the list bought anew (Core pp.104-107)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.campaign.captain import give_title, take_title
from engine.campaign.club import Club, Member
from engine.campaign.draft_list import LIST, Bill, DraftList, Recruit, bill_of, problems_of
from engine.campaign.drafting import check_shape, newcomers, settled, signings, staff_of, staff_rows
from engine.campaign.editor import TeamEditor, sides
from engine.campaign.entries import RELEASED
from engine.campaign.refusal import Refusal
from engine.campaign.steps import OFF_SEASON, READY, REDRAFT
from engine.core.ruling import Ruling
from engine.rules.tables import Page
from engine.rules.teams.staff import FANS, REROLLS

PRIZES, REST, BUYING = Page("prizes"), Page("rest"), Page("re_draft")

# The dedicated fans of the new list that cost nothing, of those there were and those of a new team.
fans_for_nothing: Ruling[Callable[[int, int], int]] = Ruling(
    "redraft-fans", {"carried": lambda had, new: had, "reset": lambda had, new: new}
)
# How many re-rolls may be bought beside a champion's.
rerolls_for_sale: Ruling[Callable[[int, int], int]] = Ruling(
    "redraft-trophy-reroll",
    {"ninth": lambda most, trophy: most, "within-eight": lambda most, trophy: most - trophy},
)
# The seasons for which an agent wants a fee.
seasons_behind: Ruling[Callable[[Member], int]] = Ruling(
    "redraft-agent-fee",
    {
        "on-the-list": lambda member: member.seasons + 1,
        "took-part": lambda member: member.seasons_played + member.took_part,
    },
)


# The season ends ----------------------------------------------------------------------------------------------------------


def end_season(editor: TeamEditor, prize: int, trophy: bool) -> None:
    """Prize money after the last match, and the trophy goes to the champion until there is another."""
    editor.at(READY, "Ending the season")
    if prize:
        editor.enter("prize", gold=prize, rule=PRIZES)
    if editor.club.trophy != trophy:
        editor.enter("staff", rule=PRIZES, what="trophy", by=int(trophy) - editor.club.trophy)
    editor.enter("step", rule=REST, to=OFF_SEASON)


def rest(editor: TeamEditor) -> None:
    """Everybody is fit again, and old injuries and grudges may pass."""
    editor.at(OFF_SEASON, "Resting")
    team = editor.club.listed
    for member in [member for member in team if member.misses_next]:
        editor.enter("healed", member.id, rule=REST, available=True)
    for member in team:
        for _ in range(member.niggling):
            _recover(editor, member, "niggling_injury", niggling=1)
    for member in team:
        for keyword in list(member.hatred):
            _recover(editor, member, "hatred_gained", hatred=keyword)
    for member in [member for member in team if member.retired]:
        for name in _reductions(member):
            _recover(editor, member, "temporarily_retired_reduction", characteristic=name)
    editor.enter("step", rule=REST, to=REDRAFT)


def _reductions(member: Member) -> list[str]:
    """Each characteristic as often as it was lowered."""
    lost = {
        name: member.improved.get(name, 0) - member.changes.get(name, 0) for name in member.position.characteristics
    }
    return [name for name in lost for _ in range(lost[name])]


def _recover(editor: TeamEditor, member: Member, what: str, **effect: Any) -> None:
    table = editor.campaign.tables["re_draft"]["recovery_rolls"][what]
    helped = table.get("apothecary_bonus", 0) if editor.club.apothecary else 0
    made = editor.roll(what.replace("_", " "), sides(table["dice"])) + helped >= table["target"]
    editor.enter("healed", member.id, rule=REST, tried=what, made=made, **(effect if made else {}))


# The re-draft -------------------------------------------------------------------------------------------------------------


def funds(editor: TeamEditor) -> int:
    """What there is to spend: the more, the more matches were played and won, up to a cap."""
    return sum(sources(editor).values())


def sources(editor: TeamEditor) -> dict[str, int]:
    """Where that comes from, and what the cap takes off again."""
    table, club = editor.campaign.tables["re_draft"], editor.club
    raised = {
        "base": int(table["base_k"]),
        "treasury": club.treasury,
        "played": int(table["per_fixture_played_k"]) * club.played,
        "won": int(table["per_win_k"]) * club.won,
        "drawn": int(table["per_draw_k"]) * club.drawn,
    }
    cap = int(editor.settings.get("cap", table["recommended_cap_k"]))
    return {**raised, "cap": min(0, cap - sum(raised.values()))}


def redraft_bill(editor: TeamEditor, keep: list[int], draft: Mapping[str, Any]) -> Bill:
    return bill_of(_redraft_list(editor, keep, draft))


def redraft_problems(editor: TeamEditor, keep: list[int], draft: Mapping[str, Any]) -> list[Refusal]:
    """All that keeps these players and this draft from being the team of the next season."""
    try:
        return problems_of(_redraft_list(editor, keep, draft))
    except Refusal as malformed:
        return [malformed]


def redraft(editor: TeamEditor, keep: list[int], draft: dict[str, Any]) -> None:
    """The list of the next season: old players who are kept, and as a draft says the new ones and all the staff."""
    editor.at(REDRAFT, "The re-draft")
    drafted = _redraft_list(editor, keep, draft)
    for problem in problems_of(drafted):
        raise problem
    club = editor.club
    raised = sum(amount for source, amount in sources(editor).items() if source != "cap")
    editor.enter("funds", gold=drafted.budget - club.treasury, rule=BUYING, budget=drafted.budget, raised=raised)
    editor.enter("season", rule=BUYING)
    for member in [member for member in club.listed if member.id not in keep]:
        editor.enter("left", member.id, rule=BUYING, how=RELEASED)
    for each in drafted.recruits:
        if each.member is not None:
            editor.enter("rehired", each.member, gold=-each.price, rule=BUYING, fee=each.price - each.value)
    had = {what: getattr(club, what) for what in (*drafted.staff, FANS)}
    for row in (*signings(drafted, first=club.signed + 1), *staff_rows(drafted, had)):
        editor.enter(row.kind, row.member, gold=row.gold, rule=BUYING, **row.data)
    _name_captain(editor, drafted.captain)
    editor.enter("step", rule=BUYING, to=READY)


def _redraft_list(editor: TeamEditor, keep: list[int], draft: Mapping[str, Any]) -> DraftList:
    club, words = editor.club, editor.campaign.words
    check_shape(editor.campaign, draft)
    _check_origin(club, draft)
    free = editor.choice(fans_for_nothing)(club.fans, words.fans.at_start)
    most = words.staff_limits(club.roster)
    return DraftList(
        campaign=editor.campaign,
        roster=club.roster,
        budget=funds(editor),
        recruits=(*_kept(editor, keep), *newcomers(editor.campaign, club.roster, draft)),
        staff=staff_of(editor.campaign, draft),
        most={**most, REROLLS: editor.choice(rerolls_for_sale)(most[REROLLS], club.trophy)},
        fans=draft.get(FANS, free),
        free_fans=free,
        league=settled(club.league, club.roster.leagues),
        favoured_of=club.favoured_of,
        captain=draft.get("captain"),
        trophy=club.trophy,
        cites={
            FANS: editor.cite(fans_for_nothing),
            **({REROLLS: editor.cite(rerolls_for_sale)} if club.trophy else {}),
        },
    )


def _check_origin(club: Club, draft: Mapping[str, Any]) -> None:
    own = {"roster": club.roster.key, "league": club.league, "favoured_of": club.favoured_of}
    for name, value in own.items():
        if draft.get(name, value) != value:
            words = name.replace("_", " ")
            sentence = f"The {words} was chosen when the team was created, for good."
            raise club.campaign.refusal("chosen-for-good", sentence, LIST)


def _kept(editor: TeamEditor, keep: list[int]) -> Iterator[Recruit]:
    """Old players cost what they are worth by now and a fee for their agents, which is no part of that worth."""
    if len(keep) > len(editor.club.members):
        raise editor.refusal("kept-twice", f"The team has {len(editor.club.members)} players, not {len(keep)}.", BUYING)
    members = [editor.member(id) for id in keep]
    if len({member.id for member in members}) != len(members):
        raise editor.refusal("kept-twice", "A player can be kept only once.", BUYING)
    fee = editor.campaign.tables["re_draft"]["agent_fee_k_per_previous_season"]
    for member in members:
        price = member.value + fee * editor.choice(seasons_behind)(member)
        yield Recruit(member.position, member.name, member.number, price, member.value, member.id)


def _name_captain(editor: TeamEditor, number: int | None) -> None:
    """The old captain or a new one. A place left empty now stays empty for the season."""
    club = editor.club
    named = next((member for member in club.listed if member.number == number), None)
    if named is not None and club.captain == named.id:
        return
    if club.captain is not None or (club.captain_left and named is None):
        take_title(editor)
    if named is not None:
        give_title(editor, named)
