"""Most valuable players, touchdowns to give away, and grudges."""

from typing import Any

import pytest

from engine.campaign.editor import TeamEditor
from engine.campaign.mvp import candidates, credit, hate, nominate
from engine.campaign.postmatch import record
from engine.campaign.refusal import Refusal
from tests.engine.campaign.editors import CAMPAIGN, editor_of
from tests.engine.campaign.results import injury, result_of


def honoured(dice: list[int], took_part: int = 8, roster: str = "human", **changes: Any) -> TeamEditor:
    editor = editor_of(roster, [f"{roster}-lineman"] * 11, dice=[1, *dice])
    record(editor, result_of({str(id): {} for id in range(1, took_part + 1)}, **changes), "home", "match")
    return editor


def test_a_die_names_one_of_six() -> None:
    editor = honoured([3])
    nominate(editor, [8, 7, 6, 5, 4, 3])
    assert editor.club.members[6].spp == 4
    with pytest.raises(Refusal, match="no further"):
        nominate(editor, [8, 7, 6, 5, 4, 3])


def test_with_fewer_than_six_the_die_is_rolled_until_it_fits() -> None:
    editor = honoured([6, 4, 2], took_part=3)
    nominate(editor, [1, 2, 3])
    assert editor.club.members[2].spp == 4
    assert [face for *_, face in editor.written[-1].rolls] == [6, 4, 2]


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ([1, 2, 3, 4, 5], "nominees"),
        ([1, 2, 3, 4, 5, 6, 7], "nominees"),
        ([1, 2, 3, 4, 5, 5], "nominees"),
        ([1, 2, 3, 4, 5, 9], "took-no-part"),
        ([1, 2, 3, 4, 5, 99], "no-such-player"),
    ],
)
def test_only_six_different_players_who_took_part(members: list[int], code: str) -> None:
    editor = honoured([])
    with pytest.raises(Refusal) as refused:
        nominate(editor, members)
    assert refused.value.code == code
    assert editor.club.awards == 1


@pytest.mark.parametrize(("roster", "spp"), [("human", 3), ("orc", 2)])
def test_touchdowns_of_a_concession_go_to_whom_the_coach_likes(roster: str, spp: int) -> None:
    editor = honoured(
        [], roster=roster, concession={"side": "away", "penalty": True}, stats={"home": {"touchdowns": 0}}
    )
    credit(editor, 1)
    credit(editor, 1)
    assert editor.club.members[1].spp == 2 * spp
    with pytest.raises(Refusal, match="no touchdown left"):
        credit(editor, 1)


def test_a_grudge_is_against_one_of_the_keywords_of_whoever_did_it() -> None:
    editor = honoured([5], injuries={"1": injury("seriously-hurt", may_hate=["orc", "goblin"])})
    for member, keyword, code in ((1, "elf", "no-such-keyword"), (2, "orc", "no-grudge")):
        with pytest.raises(Refusal) as refused:
            hate(editor, member, keyword)
        assert refused.value.code == code
    hate(editor, 1, "goblin")
    assert editor.club.members[1].hatred == ["goblin"]
    assert not editor.club.grudges


def mourning(took_part: int, candidates: range, face: int = 6) -> TeamEditor:
    """Number 1 died in a match that the other side gave up, and the dead may be honoured."""
    editor = editor_of("human", ["human-lineman"] * 11, dice=[1, face], rulings={"bb2025.mvp-dead-player": "allowed"})
    fled = {"concession": {"side": "away", "penalty": True}, "stats": {"home": {"touchdowns": 1}}}
    figures = {str(id): {} for id in range(1, took_part + 1)}
    living = [str(id) for id in candidates]
    record(editor, result_of(figures, candidates=living, injuries={"1": injury("dead")}, **fled), "home", "match")
    return editor


def test_the_dead_may_be_named_and_score_no_more() -> None:
    editor = mourning(6, range(2, 7))
    assert [each.id for each in candidates(editor)] == [2, 3, 4, 5, 6, 1]
    with pytest.raises(Refusal, match="died in the match"):
        credit(editor, 1)
    credit(editor, 2)
    nominate(editor, [2, 3, 4, 5, 6, 1])
    assert editor.written[-1].member == 1
    assert {member.spp for member in editor.club.members.values()} == {0, 3}


@pytest.mark.parametrize(("took_part", "named"), [(7, [2, 3, 4, 5, 6, 7]), (6, [2, 3, 4, 5, 6, 1])])
def test_standing_orders_name_the_dead_only_where_there_is_nobody_else(took_part: int, named: list[int]) -> None:
    editor = mourning(took_part, range(2, took_part + 1))
    assert CAMPAIGN.orders.decide(editor, {}) == ("credit", {"member": 2})
    credit(editor, 2)
    request = CAMPAIGN.orders.decide(editor, {})
    assert request is not None
    assert sorted(request[1]["members"]) == sorted(named)


def test_nobody_has_to_be_credited_where_all_have_died() -> None:
    editor = mourning(1, range(0), face=1)
    assert (editor.club.awards, editor.club.credits) == (1, 0)
    nominate(editor, [1])
    assert editor.club.awards == 0
