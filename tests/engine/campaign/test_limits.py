"""How much a coach can send to the rules, and how much work the rules make of it."""

from collections import Counter
from typing import Any

import pytest

from engine.campaign import drafting, orders, prematch, season
from engine.campaign.arguments import MOST_ENTRIES
from engine.campaign.editor import TeamEditor
from engine.campaign.prematch import Basket, Budget
from engine.campaign.refusal import Refusal
from engine.campaign.steps import MVP, REDRAFT
from engine.rules.teams import hiring
from engine.rules.teams.rosters import skill_categories
from tests.engine.campaign.editors import CAMPAIGN, EDITION, editor_of

MANY = 20_000
WISH, MERCENARY = ["bribes", 1], {"position": "human-lineman", "skill": "block"}


def humans(**other: Any) -> TeamEditor:
    return editor_of("human", ["human-lineman"] * 11, **other)


def refusal(effect: Any, *arguments: Any) -> str:
    with pytest.raises(Refusal) as caught:
        effect(*arguments)
    assert len(str(caught.value)) < 500
    return str(caught.value)


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ({"inducements": {"wishes": [WISH] * 51}}, "at most 50 wishes, not 51"),
        ({"inducements": {"wishes": [WISH] * 1000}}, "at most 50 wishes, not 1000"),
        ({"inducements": {"mercenaries": [MERCENARY] * 51}}, "at most 50 mercenaries, not 51"),
        ({"inducements": {"wishes": [WISH] * MANY}}, "at most 5000 values"),
        ({"skills": {"lineman": ["block", "block"]}}, "each of them once"),
        ({"skills": {"lineman": ["block"] * 1000}}, "each of them once"),
        ({"positions": ["human-lineman"] * 2}, "each of them once"),
        ({"retire": ["st", "st"]}, "each of them once"),
        ({"reserve": 10**4000}, "A number"),
    ],
)
def test_orders_are_no_longer_than_anybody_needs(given: dict[str, Any], limit: str) -> None:
    assert limit in refusal(CAMPAIGN.orders.check, given, humans().club)


def test_the_longest_orders_are_fine() -> None:
    every = list(skill_categories(EDITION))
    club = humans().club
    given = {
        "skills": dict.fromkeys([*orders.ROLES, *club.roster.positions], every),
        "positions": list(club.roster.positions),
        "inducements": {"wishes": [WISH] * orders.MOST_WISHES, "mercenaries": [MERCENARY] * orders.MOST_MERCENARIES},
    }
    CAMPAIGN.orders.check(given, club)
    assert CAMPAIGN.orders.complete(given)["skills"]["lineman"] == every
    assert len(every) < orders.MOST_NAMED


def test_orders_stored_before_there_were_limits_are_cut() -> None:
    full = CAMPAIGN.orders.complete({"skills": {"lineman": ["block"] * MANY}, "inducements": {"wishes": [WISH] * MANY}})
    assert len(full["skills"]["lineman"]) == len(full["inducements"]["wishes"]) == orders.MOST_NAMED


def test_a_request_lists_no_more_than_a_team_could_have() -> None:
    editor = humans(step=MVP)
    for arguments in (
        {"members": [1] * (MOST_ENTRIES + 1)},
        {"members": [1] * MANY},
        {"members": [10**4000]},
        {"members": ["x" * MANY]},
        {"members": [], "nonsense" * MANY: 1},
    ):
        assert refusal(editor.perform, "nominate", arguments).startswith("nominate")
    refusal(editor.perform, "x" * MANY, {})


def test_a_draft_lists_no_more_players_than_could_ever_be_meant() -> None:
    player = {"position": "human-lineman", "name": "Otto", "number": 1}
    draft = {"roster": "human", "players": [player] * drafting.MOST_LISTED}
    CAMPAIGN.draft.read(draft, {})
    for wrong in (
        {**draft, "players": [player] * (drafting.MOST_LISTED + 1)},
        {**draft, "players": [player] * MANY},
        {**draft, "players": ["x" * MANY]},
        {**draft, "rerolls": 10**4000},
        {**draft, "sponsor": ["x"] * 1000},
    ):
        refusal(CAMPAIGN.draft.read, wrong, {})


def test_nobody_keeps_more_players_than_there_are() -> None:
    editor = humans(step=REDRAFT)
    assert "11 players, not 20000" in refusal(season.redraft_bill, editor, [1] * MANY, {})


def test_names_of_players_are_checked_like_every_other_text() -> None:
    editor = humans()
    for name in ("\u202eotto", "ot\u200bto", "o" + "\u0316" * 9, "\u3164", " ", "o" * 61):
        refusal(editor.perform, "rename", {"member": 1, "name": name, "number": 1})
        players = [{"position": "human-lineman", "name": name, "number": 1}]
        found = CAMPAIGN.draft.problems({"roster": "human", "players": players}, {})
        assert "bad-name" in {problem.code for problem in found}
    editor.perform("rename", {"member": 1, "name": " Zoe\u0308   Otto ", "number": 1})
    assert editor.club.members[1].name == "Zo\u00eb Otto"


# The basket ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules are asked."""
    counted: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counting(*arguments: Any) -> Any:
            counted[name] += 1
            return real(*arguments)

        monkeypatch.setattr(owner, name, counting)

    for name in ("_allowed", "_has_room", "_can_learn"):
        count(Basket, name)
    count(prematch, "options")
    return counted


@pytest.mark.parametrize("gold", [0, 100, 100_000])
def test_a_basket_asks_only_about_what_there_is_to_buy(asked: Counter[str], gold: int) -> None:
    """Whatever the length of the wishes; each kind of mercenary is looked at once more than it is hired, at most."""
    shelf, skills = list(hiring.inducements(EDITION)), list(skill_categories(EDITION))
    wishes = [[shelf[n % len(shelf)], 16] for n in range(MANY)] + [[hiring.MERCENARIES, 3]] * MANY
    editor = humans()
    positions = [*editor.club.roster.positions]
    wanted = [{"position": positions[n % len(positions)], "skill": skills[n % len(skills)]} for n in range(MANY)]
    basket = Basket(editor, Budget(petty=gold))
    basket.fill(wishes, wanted)
    on_sale = sum(each.figure("max", editor.club.roster) for each in hiring.inducements(EDITION).values())
    assert asked["_allowed"] <= on_sale + 2 * len(shelf)
    assert asked["_has_room"] <= len(positions) * len(skills) + 3
    assert asked["options"] <= len(positions)
    assert bool(basket.cost) is bool(gold)


def test_every_wish_for_mercenaries_begins_at_the_top_of_the_list() -> None:
    """The number is of all mercenaries so far; three are the most that a team may have."""
    basket = Basket(humans(), Budget(petty=1000))
    basket.fill([[hiring.MERCENARIES, number] for number in (1, 1, 2, 4, 4)], [MERCENARY, {"position": "human-ogre"}])
    assert [each["position"] for each in basket.mercenaries] == ["human-lineman", "human-lineman", "human-lineman"]
