"""Battleball: what this game plugs into the kernel."""

from typing import Any

from engine.core.catalogue import HIGHEST
from engine.core.declared import declared_questions, declared_rulings, modules_behind
from engine.core.dice import Dice
from engine.core.errors import BadInput
from engine.core.ruleset import Ruleset, Sheet
from engine.core.ruling import Ruling, Rulings
from engine.rulesets.battleball import (
    board,
    halves,
    invariants,
    play,
    scoring,
    setup,
    sheet,
    skills,
    statistics,
)
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.stage import BattleballStage
from engine.rulesets.battleball.state import State, load_state

TIMES = ("turns", "minutes", "seconds_per_activation")


def new_game(sheets: tuple[Sheet, Sheet], dice: Dice, rulings: Rulings) -> Bout:
    game = Bout(State(sheet.pieces(sheets)), dice, rulings, BATTLEBALL.effects(rulings))
    game.compile = skills.listeners
    game.listen()
    return game


def check_rulings(rulings: Rulings) -> None:
    """Settings that only make sense together."""
    sheet.check_counts(rulings)
    board.check_figures(rulings.id_of(board.size.point), board.figures(rulings))
    _check_names(rulings, skills.cards, "skills", "skills")
    _check_names(rulings, setup.team_rule, "rules", "team_rules")
    for name in TIMES:
        if rulings.settings_of(halves.time_is_up).get(name, 1) < 1:
            raise BadInput(f"{rulings.id_of(halves.time_is_up.point)}: {name} has to be at least 1")


def _check_names(rulings: Rulings, ruling: Ruling[Any], name: str, group: str) -> None:
    known = skills.descriptions()[group]
    for key in rulings.settings_of(ruling).get(name, ()):
        if key not in known:
            raise BadInput(f"{rulings.id_of(ruling.point)}: there is no {key!r}; there are {', '.join(known)}")


def name_descriptions() -> dict[str, str]:
    return {name: text for group in skills.descriptions().values() for name, text in group.items()}


def limits() -> dict[str, dict[str, tuple[int, int]]]:
    players = dict.fromkeys(sheet.positions(), (0, sheet.TEAM_SIZE)) | {"heavy-tackle": (0, sheet.MOST_HEAVY_TACKLES)}
    times = dict.fromkeys(TIMES, (1, HIGHEST))
    return {sheet.roster.point: players, board.size.point: board.LIMITS, halves.time_is_up.point: times}


MODULES = modules_behind(new_game)  # from here everything is imported

BATTLEBALL = Ruleset(
    key="battleball",
    game="battleball",
    version="2",
    earlier_versions={"1": "1.2"},
    title="Battleball",
    play=play.play,
    new_game=new_game,
    load_state=load_state,
    code_rulings=declared_rulings(MODULES),
    questions=declared_questions(MODULES),
    check_rulings=check_rulings,
    check_sheet=sheet.check_sheet,
    standard_sheets=sheet.standard_sheets,
    random_sheets=sheet.both_teams,
    load_positions=sheet.positions,
    load_names=sheet.names,
    skill_names=lambda: skills.SKILLS,
    result=statistics.result,
    after_match=sheet.after_match,
    table_rows=list,
    shown_row=lambda event: None,
    invariants=invariants.broken,
    drawing=board.drawing,
    board_override=board.override,
    team_figures=statistics.TEAM_FIGURES,
    player_figures=statistics.PLAYER_FIGURES,
    table_figures=statistics.TABLE_FIGURES,
    walkover=(2 * scoring.TOUCHDOWN, 2),
    stage=BattleballStage(),
    name_descriptions=name_descriptions,
    limits=limits(),
    profile_words={
        "manual": "The advanced manual to the letter, and where it is silent or contradicts itself, our reading of it.",
        "published": "The boxed game as its reviews describe it, and the manual where they say nothing.",
    },
)
