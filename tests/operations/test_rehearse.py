"""`manage.py rehearse`: a season of its own, by standing orders alone."""

import json
from collections import Counter
from io import StringIO
from itertools import product
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.formats.round_robin import schedule
from matches.models import TeamStats
from operations import format_rehearsal, rehearsal
from operations.format_rehearsal import FORMATS
from operations.rehearsal import is_kept
from teams.models import Sequence, Team
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db


def rehearse(*rosters: str, **options: Any) -> str:
    out = StringIO()
    call_command("rehearse", rosters=",".join(rosters), stdout=out, **options)
    return out.getvalue()


def test_a_season_with_all_that_happens_in_one() -> None:
    stories = json.loads(rehearse("human", "orc", "halfling", "goblin", matches=3, seed=1, json=True))
    assert [story["trouble"] for story in stories] == [[]] * 4
    assert {(story["matches"], story["redrafts"], len(story["values"])) for story in stories} == {(3, 1, 4)}
    happened = Counter[str]()
    for story in stories:
        happened.update({key: number for key, number in story.items() if isinstance(number, int)})
    counted = {"deaths", "retirements", "advancements", "captains_lost", "short", "journeymen", "mistakes"}
    assert all(counted <= story.keys() for story in stories)
    assert happened["advancements"] > 0
    assert (
        happened["deaths"] + happened["short"] + happened["mistakes"] > 0
    )  # which of them depends on how matches are played


def test_a_season_of_matched_play_from_drafts_to_its_end() -> None:
    stories = json.loads(
        rehearse("human", "shambling-undead", "snotling", matches=2, seed=1, json=True, play="matched")
    )
    assert [story["trouble"] for story in stories] == [[]] * 3
    for story in stories:
        assert (story["matches"], story["redrafts"], story["treasury"]) == (2, 1, 0)
        assert story["values"] == [story["value"]] * 2
        assert not any(story[what] for what in ("deaths", "retirements", "advancements", "journeymen", "mistakes"))


def test_the_same_seed_gives_the_same_season_and_leaves_the_database_alone() -> None:
    own = make_team(make_user(), ruleset="bb2025", roster="dwarf")
    first, again = (rehearse("orc", "human", matches=1, seed=5) for _ in range(2))
    assert first == again
    assert "All books agree" in first
    assert list(Team.objects.all()) == [own]


def test_a_match_that_fails_is_reported_with_its_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    def spill(*, match_id: int, played: Any) -> bool:
        raise RuntimeError("the ink is spilt")

    monkeypatch.setattr(rehearsal, "outcome_apply", spill)
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("rehearse", rosters="orc,human", matches=1, stdout=out)
    assert stopped.value.code == 1
    for team in ("Orc", "Human"):
        assert f"{team}: Orc v Human: RuntimeError: the ink is spilt" in out.getvalue()
        assert f"{team}: is stuck after 0 matches and 0 re-drafts" in out.getvalue()


def test_books_that_disagree_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the checks of `manage.py check_books`: after each match those of the ledger, in the end all."""
    real = rehearsal.outcome_apply

    def spoil(*, match_id: int, played: Any) -> bool:
        applied = real(match_id=match_id, played=played)
        Sequence.objects.update(commitment="0" * 64)
        TeamStats.objects.update(figures={"fouls": 77})
        return applied

    monkeypatch.setattr(rehearsal, "outcome_apply", spoil)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("rehearse", rosters="orc,human", matches=1, stdout=out)
    assert "Orc: the seed of sequence 1 is not the one it was committed to" in out.getvalue()
    assert "team statistics are not those of its record" in out.getvalue()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rosters": "orc,elf"}, "no roster 'elf'"),
        ({"rosters": "orc"}, "two different rosters"),
        ({"rosters": "orc,human", "matches": 3}, "1 to 2 matches"),
        ({"rosters": "orc,human,dwarf", "matches": 3}, "odd number"),
        ({"ruleset": "battleball", "rosters": "orc"}, "no life between matches"),
        ({"ruleset": "chess"}, "chess"),
        ({"format": "groups", "teams": 3}, "3 are entered|at least 4"),
        ({"format": "swiss", "teams": 65}, "2 to 64"),
    ],
)
def test_what_cannot_be_rehearsed(options: dict[str, Any], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("rehearse", **options)


def story_of(**options: Any) -> Any:
    out = StringIO()
    call_command("rehearse", seed=3, json=True, stdout=out, **options)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("plan", [each for each in FORMATS if each != "knock-out"])
def test_a_season_of_each_format_ends_with_a_champion(plan: str) -> None:
    story = story_of(ruleset="battleball", format=plan, teams=4)
    assert story["trouble"] == []
    assert story["champion"] == story["places"][0]
    assert (len(story["places"]), story["matches"] > 0) == (4, True)


def test_a_knock_out_of_blood_bowl_with_an_odd_number_of_teams() -> None:
    story = story_of(format="knock-out", teams=3)
    assert (story["trouble"], story["matches"], len(story["places"])) == ([], 2, 3)
    assert story["champion"] == story_of(format="knock-out", teams=3)["champion"]


def test_a_season_of_a_format_in_matched_play(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    real = format_rehearsal.league_begin
    monkeypatch.setattr(
        format_rehearsal, "league_begin", lambda ruleset, play: begun.append(play) or real(ruleset, play)
    )
    story = story_of(format="knock-out", teams=2, play="matched")
    assert (story["trouble"], story["matches"], begun) == ([], 1, ["matched"])


def test_a_season_without_a_champion_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_rehearsal, "season_play", lambda trouble, pool: None)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("rehearse", ruleset="battleball", format="swiss", teams=3, stdout=out)
    assert "is not finished" in out.getvalue()


def test_every_team_gets_its_number_of_matches() -> None:
    for teams, matches in product(range(2, 12), range(1, 21)):
        if teams * matches % 2 == 0 and matches <= 2 * (teams - 1):
            rounds = enumerate(schedule(range(teams), 1 if matches < teams else 2), start=1)
            kept = [pair for number, pairs in rounds for pair in pairs if is_kept(teams, matches, number, *pair)]
            assert Counter(team for pair in kept for team in pair) == dict.fromkeys(range(teams), matches)
