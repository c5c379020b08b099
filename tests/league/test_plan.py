"""How a season is played, in words: its stages, who goes on, how fast, how many teams it takes."""

from collections.abc import Sequence

import pytest

from league.formats import formats
from league.seasons.plan import fewest_teams, rhythm_in_words, season_plan
from league.seasons.stages import Plan, planned
from tests.builders import make_league, make_season, make_user


def groups(number: int, teams: int = 4) -> list[Plan]:
    play_offs = {"format": "knock-out", "settings": {"teams": teams}}
    return [{"format": "round-robin", "settings": {"groups": number}}, play_offs]


@pytest.mark.parametrize(
    ("key", "settings", "words"),
    [
        ("round-robin", {}, "Everybody meets everybody once."),
        (
            "round-robin",
            {"groups": 2, "times": 2},
            "In two groups, everybody meets everybody twice within their group.",
        ),
        ("divisions", {"moving": 0}, "In two divisions, everybody meets everybody once within their division."),
        ("divisions", {"moving": 2}, "After the season two teams go up and two down between two divisions."),
        ("swiss", {"rounds": 5}, "winners against winners, for five rounds."),
        ("swiss", {}, "for as many rounds as a knock-out would take."),
        ("knock-out", {"third_place": False}, "Whoever loses is out."),
        ("knock-out", {"legs": 2}, "one on each ground, but for the final, which is a single match."),
        ("knock-out", {"legs": 2, "one_final": False}, "A tie is two matches, one on each ground."),
        ("knock-out", {}, "If there are two semi-finals, their losers play for the third place."),
        ("ladder", {"rest": 1}, "those up to three places above it, for eight rounds"),
        ("ladder", {"reach": 1, "rest": 2}, "the one above it, for eight rounds"),
        ("open-play", {"matches": 5}, "The same two teams meet twice at most, and a team plays five times at most."),
    ],
)
def test_every_format_says_how_it_is_played(key: str, settings: dict[str, object], words: str) -> None:
    chosen = formats()[key]
    assert words in chosen.in_words(chosen.clean(settings))


@pytest.mark.parametrize(
    ("first", "size", "who"),
    [
        ({"format": "round-robin"}, 4, "The first four go on to Knock-out."),
        (groups(2)[0], 4, "The first two of each group go on to Knock-out."),
        (groups(4)[0], 4, "The first of each group goes on to Knock-out."),
        (groups(3)[0], 4, "The first of each group and the next best one of all go on to Knock-out."),
        (groups(3)[0], 8, "The first two of each group and the next best two of all go on to Knock-out."),
        (groups(4)[0], 2, "The best two of the teams that win their group go on to Knock-out."),
        (groups(2)[0], 0, "Everybody goes on to Knock-out, but for AI fillers."),
        ({"format": "divisions"}, 4, "The first four, counted from the top of the first division, go on to Knock-out."),
    ],
)
@pytest.mark.django_db
def test_a_stage_says_who_goes_on(first: Plan, size: int, who: str) -> None:
    stages = [first, {"format": "knock-out", "settings": {"teams": size}}]
    season = make_season(make_league(make_user()), stages=stages)
    (_, words), (_, last) = season_plan(season, 0).stages
    assert who in words
    assert ("AI fillers are passed over" in words) == bool(size)
    assert "go" not in last.split()


@pytest.mark.parametrize(
    ("stages", "teams"),
    [
        ([{"format": "round-robin"}], 2),
        (groups(2), 4),
        (groups(8), 16),
        (groups(2, teams=16), 16),
        ([{"format": "divisions", "settings": {"groups": 3, "moving": 2}}], 12),
    ],
)
def test_how_many_teams_a_season_takes(stages: Sequence[Plan], teams: int) -> None:
    assert fewest_teams(planned(stages)) == teams


@pytest.mark.parametrize(
    ("minutes", "rhythm"),
    [
        (7 * 24 * 60, "One every week"),
        (3 * 24 * 60, "One every 3 days"),
        (60, "One every hour"),
        (90, "One every 90 minutes"),
    ],
)
def test_how_fast_rounds_follow_each_other(minutes: int, rhythm: str) -> None:
    assert rhythm_in_words(minutes) == rhythm
