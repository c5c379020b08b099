"""An edition of Blood Bowl as a ruleset of the engine."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.core.declared import declared_questions, declared_rulings, modules_behind
from engine.core.dice import Dice
from engine.core.errors import BadInput
from engine.core.hooks import Hooks
from engine.core.pitch import squares_of
from engine.core.ruleset import Ruleset, Sheet
from engine.core.ruling import Ruling, Rulings
from engine.rules import invariants, match, statistics, tables
from engine.rules.checks import check_names
from engine.rules.edition import Edition
from engine.rules.game import BloodBowl
from engine.rules.gameplan.plans import GamePlans
from engine.rules.scenario.stage import BloodBowlStage
from engine.rules.state import State, load_state
from engine.rules.teams import names, random_teams, ready_teams, rosters, sheet
from engine.rules.turn import WALKOVER

BENCH = {"reserves": "Reserves", "knocked-out": "Knocked out", "casualty": "Casualties", "sent-off": "Sent off"}


def blood_bowl(
    edition: Edition,
    *,
    title: str,
    version: str,
    check_rulings: Callable[[Rulings], None],
    profile_words: Mapping[str, str],
    campaign: Any = None,  # the record of what teams do between matches
    **other: Any,
) -> Ruleset:
    """The ruleset that plays an edition."""
    data, modules = edition.data, modules_of(edition, campaign)
    check_names(edition, modules)
    points = declared_rulings(modules)
    plans = GamePlans(edition)
    return Ruleset(
        key=edition.key,
        game="bloodbowl",
        edition=edition,
        plans=plans,
        version=version,
        title=title,
        play=match.play,
        new_game=partial(new_game, edition, points),
        load_state=load_state,
        code_rulings=points,
        questions=declared_questions(modules),
        settled=edition.settled,
        check_rulings=check_rulings,
        check_sheet=partial(check_sheet, plans),
        standard_sheets=partial(ready_teams.standard_sheets, data),
        random_sheets=partial(random_teams.random_sheets, data),
        load_positions=partial(rosters.positions, data),
        load_names=partial(names.names, data),
        skill_names=partial(rosters.skill_names, data),
        result=statistics.result,
        after_match=lambda rulings, outcome: {"home": {}, "away": {}},
        table_rows=edition.table_rows,
        shown_row=tables.shown,
        invariants=invariants.broken,
        quiet_invariants=invariants.broken_at_rest,
        drawing=partial(drawing, edition),
        board_override=board_override,
        team_figures=statistics.TEAM_FIGURES,
        player_figures=statistics.PLAYER_FIGURES,
        table_figures=statistics.TABLE_FIGURES,
        walkover=(WALKOVER, WALKOVER),
        team_lists=lambda: {key: roster.name for key, roster in rosters.rosters(data).items()},
        profile_words=profile_words,
        campaign=campaign,
        to_decide=lambda first_leg: {"winner_needed": True} | ({"first_leg": first_leg} if first_leg else {}),
        stage=BloodBowlStage(edition),
        **other,
    )


def points_of(edition: Edition, campaign: Any = None) -> tuple[Ruling[Any], ...]:
    """The points that the procedures of an edition consult."""
    return declared_rulings(modules_of(edition, campaign))


def modules_of(edition: Edition, campaign: Any) -> list[ModuleType]:
    """Where the procedures of an edition are, and those that all editions share."""
    return modules_behind(blood_bowl, edition, campaign)


def check_sheet(plans: GamePlans, team: Sheet, rulings: Rulings) -> None:
    """Refuse a sheet that the rules do not allow, or with a game plan that its players cannot follow."""
    sheet.check_sheet(plans.edition.data, team, rulings)
    plans.check_sheet(team, rulings)


def new_game(
    edition: Edition, points: tuple[Ruling[Any], ...], sheets: tuple[Sheet, Sheet], dice: Dice, rulings: Rulings
) -> BloodBowl:
    players = sheet.players(edition.data, sheets, rulings)
    state = State(players, [sheet.team(edition.data, each, side) for side, each in enumerate(sheets)])
    state.winner_needed = any(each.get("winner_needed") for each in sheets)
    state.first_leg = [each.get("first_leg", 0) for each in sheets]
    game = BloodBowl(edition, state, dice, rulings, {each.point: rulings.effect(each) for each in points})
    listening = edition.listening
    game.compile = lambda game: Hooks.compile(listening, (*game.state.players, *game.state.teams), edition.order)
    game.listen()
    return game


def board_override(path: Path) -> dict[str, Any]:
    raise BadInput(f"{path}: Blood Bowl is played on one pitch, and takes no other board")


def drawing(edition: Edition, rulings: Rulings) -> dict[str, Any]:
    """The pitch for whoever draws it: unit is one square, x across from the south, y along; areas are given by their middle."""
    pitch = edition.pitch
    width, height = float(pitch.columns), float(pitch.rows)
    spaces = []
    for square in squares_of(pitch.everywhere):
        x, y = pitch.xy(square)
        spaces.append(
            {"id": square, "name": pitch.name(square), "x": width - y + 0.5, "y": x - 0.5, "w": 1.0, "h": 1.0}
        )
    return {
        "width": width,
        "height": height,
        "spaces": spaces,
        "goals": [],
        "lines": [{"x1": 0.0, "y1": y, "x2": width, "y2": y, "label": ""} for y in (1.0, height / 2, height - 1)],
        "zones": _zones(width, height, float(pitch.wide_zone)),
        "bench": [{"where": where, "label": label} for where, label in BENCH.items()],
        "wide_offset": {"dx": 0, "dy": 0},
    }


def _zones(width: float, height: float, wide: float) -> list[dict[str, Any]]:
    ends = [{"x": width / 2, "y": y, "w": width, "h": 1.0, "kind": "end-zone"} for y in (0.5, height - 0.5)]
    middle = (wide / 2, width - wide / 2)
    wings = [{"x": x, "y": height / 2, "w": wide, "h": height - 2, "kind": "wide-zone"} for x in middle]
    return [*ends, *wings]
