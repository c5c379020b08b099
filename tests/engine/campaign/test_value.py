"""Team Value and Current Team Value (Core p.91)."""

from engine.campaign.value import current_value, team_value
from tests.engine.campaign.editors import editor_of

HUMANS = ["human-lineman"] * 11  # 50 each


def test_players_staff_and_rerolls_count_and_fans_and_gold_do_not() -> None:
    editor = editor_of(
        "human", HUMANS, gold=300, fans=3, rerolls=2, trophy=1, assistant_coaches=1, cheerleaders=2, apothecary=1
    )
    assert team_value(editor.club) == 11 * 50 + 3 * 50 + 3 * 10 + 50
    assert current_value(editor.club) == team_value(editor.club)


def test_injuries_never_lower_a_value_and_advancements_raise_it() -> None:
    editor = editor_of("human", HUMANS)
    editor.enter("hurt", 1, misses_next=False, lost="st")
    editor.enter("advanced", 1, skill="block", value=30)
    assert team_value(editor.club) == 11 * 50 + 30


def test_who_cannot_play_next_counts_for_the_team_only() -> None:
    editor = editor_of("human", HUMANS)
    editor.enter("hurt", 1, misses_next=True)
    editor.enter("retired", 2)
    assert team_value(editor.club) == 550
    assert current_value(editor.club) == 450


def test_journeymen_count_for_the_next_match_only() -> None:
    editor = editor_of("human", HUMANS, journeymen=1)
    assert team_value(editor.club) == 500
    assert current_value(editor.club) == 550


def test_low_cost_linemen_count_by_what_they_have_learned() -> None:
    """Two blockers at 140, nine gnoblars of which one has learned something, one a journeyman."""
    editor = editor_of("ogre", ["ogre-blocker"] * 2 + ["ogre-gnoblar-lineman"] * 9, journeymen=1)
    editor.enter("advanced", 3, skill="sidestep", value=20)
    cost = editor.club.members[3].position.cost
    assert cost > 0
    assert team_value(editor.club) == 2 * 140 + 8 * cost + 20
    assert current_value(editor.club) == 2 * 140 + 20
