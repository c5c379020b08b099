"""The planner's own set-ups: legal for every team and number of players, and as a coach would stand."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engine.coaches.any_legal import AnyLegal
from engine.coaches.bloodbowl import BloodBowlPlanner, setups
from engine.coaches.bloodbowl.jobs import EXPENDABLE
from engine.coaches.gameplan import GamePlan
from engine.core.decisions import Decision
from engine.core.dice import KeyedDice
from engine.core.pitch import Square
from engine.core.ruleset import Ruleset
from engine.rules.game import BloodBowl
from engine.rules.setup import LINE_UP, Formation
from engine.rules.state import OUT, RESERVES, Player
from engine.rulesets import ruleset
from tests.engine.positions import sheet
from tests.engine.proof_edition import RULES as PROOF

BB2025 = ruleset("bb2025")
ROSTERS = list(BB2025.standard_sheets())


def kick_off(rules: Ruleset, home: str, kicking: int, turn: int = 0, **more: Any) -> BloodBowl:
    """A match before its first set-up. The other side is set up already if it kicks."""
    sheets = ({**rules.standard_sheet(home), **more}, rules.standard_sheet("human"))
    match = rules.start(sheets, KeyedDice("set-ups"), rules.rulings("official"))
    other = AnyLegal("x")
    while match.pending is not None and match.pending.question.key != "set-up":
        match.choose(*other.choose(match.pending, match.game))
    assert isinstance(match.game, BloodBowl)
    begin(match.game, kicking, turn)
    return match.game


def begin(game: BloodBowl, kicking: int, turn: int, players: int = 16) -> None:
    """A drive, with so many players of the home team."""
    game.state.kicking = kicking
    for team in game.state.teams:
        team.turn = turn
    for player in game.state.players:
        game.take_off(player, RESERVES if player.side == 1 or player.id < players else OUT)
    if kicking == 1:
        options = Formation(game, 1)
        for rival, square in zip(options.players, setups.usual(game, 1, options), strict=True):
            if square is not None:
                game.put(rival, square)


def set_up(game: BloodBowl, plan: GamePlan | None = None) -> dict[Square, Player]:
    """Where the home team stands."""
    options = Formation(game, 0)
    decision: Decision[tuple[Square | None, ...]] = Decision(LINE_UP, 0, options, {})
    coach = BloodBowlPlanner("set-ups", plan) if plan else BloodBowlPlanner("set-ups")
    squares, why = coach.choose(decision, game)
    assert options.refusal(squares) is None
    assert why  # what does not fit is replaced by anything legal, without a reason
    return {square: player for player, square in zip(options.players, squares, strict=True) if square is not None}


def on_the_line(game: BloodBowl, placed: dict[Square, Player]) -> list[Player]:
    return [player for square, player in placed.items() if game.pitch.scrimmage[0] >> square & 1]


def behind(game: BloodBowl, placed: dict[Square, Player]) -> Iterator[tuple[int, Player]]:
    """Everybody with the rows from the line."""
    for square, player in placed.items():
        yield game.pitch.half - game.pitch.xy(square)[0], player


@pytest.mark.parametrize("roster", ROSTERS)
@pytest.mark.parametrize("rules", [BB2025, PROOF], ids=["bb2025", "proof"])
def test_every_team_sets_up_legally_with_any_number_of_players_at_any_time(rules: Ruleset, roster: str) -> None:
    game = kick_off(rules, roster, kicking=0)
    for kicking, players, turn in product((0, 1), (1, 3, 4, 7, 8, 10, 13), (0, rules.edition.turns - 1)):
        begin(game, kicking, turn, players)
        assert len(set_up(game)) == min(len(Formation(game, 0).players), rules.edition.line_up.size)


@pytest.mark.parametrize("roster", ROSTERS)
def test_nobody_precious_holds_the_line_when_they_hit_first(roster: str) -> None:
    game = kick_off(BB2025, roster, kicking=0)
    line = on_the_line(game, set_up(game))
    assert len(line) == game.edition.line_up.on_the_line
    assert all(
        any(word in EXPENDABLE for word in player.keywords) or "ball-and-chain" in player.skills for player in line
    )


@pytest.mark.parametrize("roster", ROSTERS)
def test_good_hands_wait_where_a_deep_kick_lands(roster: str) -> None:
    game = kick_off(BB2025, roster, kicking=1)
    placed = set_up(game)
    (depth, deepest) = max(behind(game, placed), key=lambda pair: pair[0])
    assert 5 <= depth <= 8
    assert "sure-hands" in deepest.skills or deepest.ag == min(player.ag for player in placed.values())
    assert "no-ball" not in deepest.skills


@pytest.mark.parametrize("turn", [0, 7])
def test_nobody_runs_through_a_screen_without_a_dodge(turn: int) -> None:
    """Every way from the line to the end zone leads past somebody."""
    game = kick_off(BB2025, "human", kicking=0, turn=turn)
    for square, player in set_up(game).items():
        game.put(player, square)
    pitch = game.pitch
    calm = pitch.halves[0] & ~game.zones(0)
    start = pitch.scrimmage[0] & calm
    assert not pitch.flood(start, calm) & pitch.end_zones[0]


def test_in_a_last_turn_they_defend_deeper_and_attack_farther_up() -> None:
    def depth(kicking: int, turn: int) -> float:
        game = kick_off(BB2025, "skaven", kicking, turn=turn)
        rows = sorted(row for row, _ in behind(game, set_up(game)))
        return sum(rows) / len(rows)

    assert depth(0, 7) > depth(0, 0) + 1
    assert depth(1, 7) < depth(1, 0)
    game = kick_off(BB2025, "skaven", 1, turn=7)
    front = [player for row, player in behind(game, set_up(game)) if row <= 1]
    assert sum(player.position == "skaven-gutter-runner" for player in front) == 2


def test_the_line_faces_theirs_wherever_it_stands() -> None:
    game = kick_off(BB2025, "human", kicking=1)
    pitch = game.pitch
    rivals = [rival for rival in game.players(1) if pitch.scrimmage[1] >> rival.square & 1]
    for rival, column in zip(rivals, (5, 6, 11), strict=True):
        game.shift(rival, pitch.at(pitch.half + 1, column))
    columns = {pitch.xy(square)[1] for square in set_up(game) if pitch.scrimmage[0] >> square & 1}
    assert all(sum(abs(column - theirs) <= 1 for column in columns) >= 2 for theirs in (5, 6, 11))


@pytest.mark.parametrize("kicking", [0, 1])
def test_nobody_stands_beside_a_ball_on_a_chain(kicking: int) -> None:
    game = kick_off(BB2025, "goblin", kicking)
    placed = set_up(game)
    (chain,) = (square for square, player in placed.items() if "ball-and-chain" in player.skills)
    assert not any(game.pitch.apart(square, chain) == 1 for square in placed)


@pytest.mark.parametrize("roster", ["goblin", "halfling", "snotling", "gnome", "ogre"])
def test_whoever_throws_team_mates_has_one_at_hand(roster: str) -> None:
    game = kick_off(BB2025, roster, kicking=1)
    placed = set_up(game)
    throwers = [square for square, player in placed.items() if "throw-team-mate" in player.skills]
    mates = [square for square, player in placed.items() if "right-stuff" in player.skills]
    assert any(game.pitch.apart(square, mate) == 1 for square in throwers for mate in mates)


def test_who_can_kick_stands_where_it_may() -> None:
    players = sheet("human")["players"]
    players[-1]["skills"] = ["kick"]
    game = kick_off(BB2025, "human", kicking=0, players=players)
    (square,) = (square for square, player in set_up(game).items() if "kick" in player.skills)
    assert game.pitch.centre_field >> square & 1
    assert not game.pitch.scrimmage[0] >> square & 1


def test_the_carrier_of_a_plan_waits_for_the_ball_and_protected_players_stay_out_of_reach() -> None:
    game = kick_off(BB2025, "human", kicking=1)
    lineman = next(player for player in game.state.players if player.position == "human-lineman")
    shirt = str(lineman.number)
    depth = {player.id: row for row, player in behind(game, set_up(game, GamePlan(carriers=(shirt,))))}
    assert depth[lineman.id] == max(depth.values())
    game = kick_off(BB2025, "human", kicking=0)
    ogre = next(player for player in game.state.players if player.position == "human-ogre")
    assert ogre in on_the_line(game, set_up(game))
    assert ogre not in on_the_line(game, set_up(game, GamePlan(protected=(str(ogre.number),))))
