"""Shows: what the replay viewer plays. A match file or a played scenario becomes a list of steps, each with its
sentence, its rolls and the changes it makes to the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import engine
from engine import Ruleset, Rulings
from engine.scenario import Played
from replays.narration import Narrator
from replays.narration.games import NARRATORS
from replays.packing import KINDS
from replays.story_steps import BOARD, Event, Phase, StoryStep, story_steps, topic

Show = dict[str, Any]
Step = dict[str, Any]
Pieces = list[dict[str, Any]]

HOME_COLOUR, AWAY_COLOUR = "#a3312a", "#2b4c8c"
NOTHING: Mapping[str, Sequence[str]] = {}
UNLISTED = ("Player", "")  # what scenarios field instead of a position of a team


def match_show(file: dict[str, Any], colours: tuple[str, str] = (HOME_COLOUR, AWAY_COLOUR)) -> Show:
    """The show of a match file."""
    return show_under(engine.ruleset(file["ruleset"]), file, colours)


def show_under(rules: Ruleset, file: dict[str, Any], colours: tuple[str, str]) -> Show:
    """The show of a match file, drawn and told as its game has it."""
    stage = _Stage(rules, rules.rulings(overrides=file["rulings"]), file["sheets"])
    opening = stage.narrator.opening(stage.state)
    show = stage.show(opening, file["events"], colours)
    show["steps"][0]["changes"] = [*opening, *show["steps"][0]["changes"]]
    return show


def match_steps(file: dict[str, Any]) -> list[tuple[Step, list[Event]]]:
    """The steps of the same show, each with the events of the file that it shows."""
    rules = engine.ruleset(file["ruleset"])
    stage = _Stage(rules, rules.rulings(overrides=file["rulings"]), file["sheets"])
    return [(step, part.events) for step, part in stage.steps(stage.narrator.opening(stage.state), file["events"])]


def scenario_show(
    ruleset: str, played: Played, trapdoors: Sequence[str] = (), owned: Mapping[str, Sequence[str]] = NOTHING
) -> Show:
    """The show of a scenario under one choice: the position first, with trapdoors on the squares of these names, then what
    happens. `owned` are inducements and prayers that home and away have."""
    stage = _Stage(engine.ruleset(ruleset), played.rulings, played.sheets)
    for side, name in enumerate(("home", "away")):
        stage.narrator.owns(side, owned.get(name, ()))
    events = [*(event for event in played.start if event["e"] == "phase"), *played.events]
    show = stage.show(played.start, events, (HOME_COLOUR, AWAY_COLOUR))
    phase = Phase(half="Before").to_json()
    changes = [event for event in played.start if event["e"] in BOARD]
    actors: list[int] = next((step["actors"] for step in show["steps"] if step["actors"]), [])
    doors = [space["id"] for space in stage.drawing["spaces"] if space["name"] in trapdoors]
    opening = _step(
        "The position.", kind="set-up", side=None, phase=phase, changes=changes, actors=actors, trapdoors=doors
    )
    show["steps"].insert(0, opening)
    return show


def ticker(show: Show) -> list[dict[str, Any]]:
    """What the steps of a show say, grouped by half and turn, each with its place in the show."""
    numbered = list(enumerate(show["steps"]))
    halves = []
    for half, of_half in groupby(numbered, key=lambda each: each[1]["phase"]["half"]):
        turns = groupby(of_half, key=lambda each: (each[1]["phase"]["turn"], each[1]["phase"]["side"]))
        halves.append({"name": half, "turns": [_turn(show, key, steps) for key, steps in turns]})
    return halves


def _turn(show: Show, key: tuple[int, int | None], steps: Iterable[tuple[int, Step]]) -> dict[str, Any]:
    turn, side = key
    numbered = list(steps)
    said = [{"number": number, **{name: step[name] for name in SAID}} for number, step in numbered]
    intent = next((step["phase"]["intent"] for _, step in numbered if step["phase"]["intent"]), "")
    side_name = None if side is None else show["sides"][side]["name"]
    return {"number": turn, "side": side_name, "intent": intent, "steps": said}


SAID = ("text", "reason", "side", "kind", "key")


class _Stage:
    """The field, the two teams and whoever tells what they do."""

    def __init__(self, rules: Ruleset, rulings: Rulings, sheets: Sequence[Mapping[str, Any]]) -> None:
        self.drawing = rules.drawing(rulings)
        self.sheets = sheets
        listed = [(side, player) for side in (0, 1) for player in sheets[side]["players"]]
        self.pieces = [_piece(rules, index, side, player) for index, (side, player) in enumerate(listed)]
        squares = {space["id"]: space["name"] for space in self.drawing["spaces"]}
        self.narrator = NARRATORS[rules.game](self.pieces, [sheet["name"] for sheet in sheets], squares, rules)
        self.state = rules.new_game((sheets[0], sheets[1]), engine.ScriptedDice(()), rulings).state
        for piece in self.pieces:
            piece.update(self.narrator.describe(self.state, piece["id"]))

    def steps(self, before: Sequence[Event], events: Sequence[Event]) -> list[tuple[Step, StoryStep]]:
        self.narrator.watch(before)
        holder = next((event["holder"] for event in reversed(before) if event["e"] == "ball"), None)
        told = story_steps(events, self.narrator.cut, holder)
        return [step for story_step in told for step in _steps_and_parts(self.narrator, story_step)]

    def show(self, before: Sequence[Event], events: Sequence[Event], colours: Sequence[str]) -> Show:
        return {
            "board": self.drawing,
            "sides": [
                {"name": sheet["name"], "short": sheet["short"], "colour": colour}
                for sheet, colour in zip(self.sheets, colours, strict=True)
            ],
            "pieces": self.pieces,
            "steps": [step for step, _ in self.steps(before, events)],
        }


def _piece(rules: Any, index: int, side: int, player: dict[str, Any]) -> dict[str, Any]:
    position = rules.positions.get(player["position"])
    role, abbr = (position.name, position.abbr) if position else UNLISTED
    return {
        "id": index,
        "side": side,
        "number": player["number"] if position else player["name"][:2],  # scenarios call their players by letters
        "name": player["name"],
        "role": role,
        "abbr": abbr,
        "wide": bool(position and position.wide),
    }


def steps_of(narrator: Narrator, story_step: StoryStep) -> list[Step]:
    """What the viewer gets to know of a story step, in as many steps as it has parts. The narrator has seen it then."""
    return [step for step, _ in _steps_and_parts(narrator, story_step)]


def _steps_and_parts(narrator: Narrator, story_step: StoryStep) -> list[tuple[Step, StoryStep]]:
    steps = [(_step_of(narrator, story_step, part, text), part) for text, part in narrator.narrate_parts(story_step)]
    narrator.watch(story_step.events)
    return steps


def _step_of(narrator: Narrator, story_step: StoryStep, part: StoryStep, text: str) -> Step:
    return _step(
        text,
        kind=narrator.kind(story_step),
        side=_side(narrator, story_step),
        phase=story_step.phase.to_json(),
        changes=[*part.changes, *narrator.standing(part)],
        rolls=[_roll(narrator, narrator.judged(story_step, roll)) for roll in part.rolls],
        reason=narrator.reason(part),
        key=narrator.is_key(part),
        moment=narrator.moment(part),
        actors=narrator.actors(part),
        block=narrator.block_dice(part),
        pushes=narrator.pushes(story_step, part),
        trapdoors=narrator.trapdoors(part),
    )


def _step(text: str, *, kind: str, side: int | None, phase: dict[str, Any], changes: list[Event], **more: Any) -> Step:
    step = {"text": text, "kind": kind, "side": side, "phase": phase, "changes": changes}
    return {**KINDS["step"], **step, **more}


def _side(narrator: Narrator, story_step: StoryStep) -> int | None:
    """The side that acts: whoever chose the action, since its first event may be about the victim; else of whom the head is."""
    acting = [choice["side"] for choice in story_step.choices if topic(choice) in narrator.cut.acts]
    if acting:
        return int(acting[0])
    head = story_step.head or {}
    if head.get("player") is not None:
        return narrator.side(head["player"])
    side = head.get("side", story_step.phase.side)
    return None if side is None else int(side)


def _roll(narrator: Narrator, roll: Event) -> dict[str, Any]:
    purpose = narrator.purpose(roll)
    return {
        "label": ", ".join(filter(None, [_roller(narrator, roll), purpose])),
        "side": roll["side"],
        "dice": narrator.dice(roll),
        "total": roll["total"],
        "target": roll["target"],
        "modifiers": [[narrator.source(source), value] for source, value in roll["modifiers"]],
        "passed": roll["passed"],
        "verdict": narrator.verdict(roll),
    }


def _roller(narrator: Narrator, roll: Event) -> str:
    """The player who rolls, else the team, if it is anybody's roll."""
    if roll["player"] is not None:
        return narrator.name(roll["player"])
    return "" if roll["side"] is None else narrator.sides[roll["side"]]
