"""Blood Bowl, Third Season: what this edition plugs into the kernel."""

from functools import partial
from pathlib import Path
from typing import Any

from engine import campaign, rules, skills
from engine.campaign import firing
from engine.campaign.stage import Rehearsal
from engine.core.dice import Dice
from engine.core.errors import BadInput
from engine.core.hooks import Hooks
from engine.core.pitch import squares_of
from engine.core.ruleset import Ruleset, Sheet
from engine.core.ruling import Rulings, declared_rulings
from engine.rules import (
    captain,
    invariants,
    match,
    names,
    prayers,
    random_teams,
    ready_teams,
    rosters,
    sheet,
    statistics,
    tables,
)
from engine.rules.field import PITCH
from engine.rules.game import BloodBowl
from engine.rules.inducements import INDUCEMENTS
from engine.rules.stage import BloodBowlStage
from engine.rules.state import State, load_state
from engine.rules.team_rules import TEAM_RULES
from engine.skills.catalogue import ORDER, SKILLS

EDITION = "bb2025"
# Titles, answered prayers, inducements and special rules work like skills, but no team sheet can list them as such.
EFFECTS = (
    SKILLS | {skill.key: skill for module in (captain, prayers) for skill in module.SKILLS} | INDUCEMENTS | TEAM_RULES
)

BENCH = {"reserves": "Reserves", "knocked-out": "Knocked out", "casualty": "Casualties", "sent-off": "Sent off"}


def new_game(sheets: tuple[Sheet, Sheet], dice: Dice, rulings: Rulings) -> BloodBowl:
    players = sheet.players(EDITION, sheets, rulings)
    state = State(players, [sheet.team(EDITION, each, side) for side, each in enumerate(sheets)])
    state.winner_needed = any(each.get("winner_needed") for each in sheets)
    game = BloodBowl(state, dice, rulings, BB2025.effects(rulings))
    game.compile = lambda game: Hooks.compile(EFFECTS, (*game.state.players, *game.state.teams), ORDER)
    game.listen()
    return game


def check_sheet(given: Sheet, rulings: Rulings) -> None:
    sheet.check_sheet(EDITION, given, rulings)


def board_override(path: Path) -> dict[str, Any]:
    raise BadInput(f"{path}: Blood Bowl is played on one pitch, and takes no other board")


def check_rulings(rulings: Rulings) -> None:
    """Refuse choices that cannot hold together."""
    if contradiction := firing.conflicts(rulings):
        raise BadInput(contradiction)


def drawing(rulings: Rulings) -> dict[str, Any]:
    """The pitch for whoever draws it: unit is one square, x across from the south, y along; areas are given by their middle."""
    width, height = float(PITCH.columns), float(PITCH.rows)
    spaces = []
    for square in squares_of(PITCH.everywhere):
        x, y = PITCH.xy(square)
        spaces.append(
            {"id": square, "name": PITCH.name(square), "x": width - y + 0.5, "y": x - 0.5, "w": 1.0, "h": 1.0}
        )
    return {
        "width": width,
        "height": height,
        "spaces": spaces,
        "goals": [],
        "lines": [{"x1": 0.0, "y1": y, "x2": width, "y2": y, "label": ""} for y in (1.0, height / 2, height - 1)],
        "zones": _zones(width, height),
        "bench": [{"where": where, "label": label} for where, label in BENCH.items()],
        "wide_offset": {"dx": 0, "dy": 0},
    }


def _zones(width: float, height: float) -> list[dict[str, Any]]:
    ends = [{"x": width / 2, "y": y, "w": width, "h": 1.0, "kind": "end-zone"} for y in (0.5, height - 0.5)]
    wings = [{"x": x, "y": height / 2, "w": 4.0, "h": height - 2, "kind": "wide-zone"} for x in (2.0, width - 2)]
    return [*ends, *wings]


BB2025 = Ruleset(
    key=EDITION,
    version="2",
    earlier_versions={"1": "1.0"},
    title="Blood Bowl 2025",
    play=match.play,
    new_game=new_game,
    load_state=load_state,
    code_rulings=declared_rulings(rules, skills, campaign),
    check_rulings=check_rulings,
    check_sheet=check_sheet,
    standard_sheets=partial(ready_teams.standard_sheets, EDITION),
    random_sheets=partial(random_teams.random_sheets, EDITION),
    load_positions=partial(rosters.positions, EDITION),
    load_names=partial(names.names, EDITION),
    skill_names=partial(rosters.skill_names, EDITION),
    result=statistics.result,
    after_match=lambda rulings, outcome: {"home": {}, "away": {}},
    table_rows=partial(tables.rows, EDITION),
    shown_row=tables.shown,
    invariants=invariants.broken,
    quiet_invariants=invariants.broken_at_rest,
    drawing=drawing,
    board_override=board_override,
    team_figures=statistics.TEAM_FIGURES,
    player_figures=statistics.PLAYER_FIGURES,
    table_figures=statistics.TABLE_FIGURES,
    team_lists=lambda: {key: roster.name for key, roster in rosters.rosters(EDITION).items()},
    profile_words={
        "official": "The rule book with the publisher's errata and answers; what they leave open is read as the guides agree.",
        "jervis": "The decisions that Jervis wrote down for the base rules; the official answers where he is silent.",
        "fumbbl-guide": "The rules as FUMBBL's written guide understands them.",
        "fumbbl-house": "What is played on FUMBBL, its house rules included.",
        "naf": "What the NAF is reported to rule at its tournaments; the official answers elsewhere.",
    },
    stage=BloodBowlStage(EDITION),
    rehearsal=partial(Rehearsal, EDITION),
)
