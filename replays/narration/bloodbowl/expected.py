"""What a scenario of Blood Bowl says must come of it, in words: for each key the lines that its value makes."""

from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import engine
from engine.campaign.steps import NAMES
from engine.core.expectations import SIDE_NAMES
from engine.rules.teams.titles import titles
from replays.narration import figure, listed, signed, upper
from replays.narration.bloodbowl.rolls import PURPOSES
from replays.narration.bloodbowl.words import FACES, SOURCES, TEAM_REROLLS
from teams.ledger.wording import STAFF as HIRED

Line = tuple[str, str]
Lines = list[Line]
HAPPENED = {
    "ball": "the ball moves",
    "block": "a block is settled",
    "block-dice": "block dice are rolled",
    "choice": "a choice",
    "explosion": "the bomb goes off",
    "foul": "a foul",
    "gouged": "an eye is gouged",
    "held": "somebody is held",
    "injury": "an injury",
    "landing": "a landing",
    "move": "a move",
    "pass": "a pass",
    "prayer": "a prayer is answered",
    "re-roll": "a re-roll",
    "roll": "a roll",
    "score": "a touchdown",
    "staff-re-roll": "a team re-roll for the staff",
    "stalled": "stalling is noted",
    "stance": "somebody goes down or gets up",
    "throw-team-mate": "a team-mate is thrown",
    "turn-over": "a turnover",
    "weather": "the weather is rolled",
}
STAFF = {name: many for name, (_, many) in HIRED.items()} | {"trophy": "re-rolls of the trophy"}
ANSWERS = {
    "no": "no re-roll",
    "team": "a team re-roll",
    **TEAM_REROLLS,
    "end": "to end it",
    "end-turn": "to end the turn",
}


def word(id: str) -> str:
    """An id as people say it."""
    return _titles().get(id) or id.replace("_", " ").replace("-", " ")


def rolled(what: str) -> str:
    return PURPOSES[what].label if what in PURPOSES else word(what)


def side(name: str) -> str:
    return name.capitalize()


def sides(values: list[Any]) -> str:
    return ", ".join(f"{side(name)} {value}" for name, value in zip(SIDE_NAMES, values, strict=True))


@cache
def _titles() -> Mapping[str, str]:
    """What any edition of the game calls things: a scenario may hold for several."""
    editions = [rules.edition for rules in map(engine.ruleset, engine.RULESETS) if rules.edition]
    return ChainMap(*(dict(titles(edition.data)) for edition in editions))


# Lines for one key -----------------------------------------------------------------------------------------------------------


def one(name: str, tell: Callable[[Any], str]) -> Callable[[Any], Lines]:
    return lambda value: [(name, tell(value) or "nothing")]


def by_value(words: Callable[[Any], str]) -> Callable[[Any], Lines]:
    """{A: prone, B: prone} is one line: Prone, A and B."""

    def lines(value: Mapping[str, Any]) -> Lines:
        groups: dict[str, list[str]] = {}
        for name, each in value.items():
            groups.setdefault(upper(words(each)), []).append(str(name))
        return [(state, listed(names)) for state, names in groups.items()]

    return lines


def pairs(tell: Callable[[Any], str], between: str = " ") -> Callable[[Any], str]:
    return lambda value: "; ".join(f"{name}{between}{tell(each)}" for name, each in value.items())


def words_of(values: Any) -> str:
    return listed([word(str(value)) for value in values]) or "nothing"


def place(square: Any) -> str:
    return "off the pitch" if square in (False, "off") else f"on {square}"


def answer(value: Any) -> str:
    """A path, a set-up, a face of a block die, a word, or a word and whom or where it is about."""
    if isinstance(value, list):
        return f"the way {' '.join(str(each) for each in value)}"
    if isinstance(value, dict):
        return listed([f"{name} on {square}" for name, square in value.items()]) or "nobody on the pitch"
    if isinstance(value, int) and not isinstance(value, bool):
        return FACES.get(value, str(value))
    what, _, rest = str(value).partition(" ")
    return " ".join(filter(None, [ANSWERS.get(what, word(what)), rest]))


def answers(values: list[Any]) -> str:
    return "; ".join(answer(value) for value in values)


def rolls(values: list[list[Any]]) -> str:
    return "; ".join(f"{rolled(what)} {listed([str(face) for face in faces])}" for what, *faces in values)


def last_roll(value: Mapping[str, Any]) -> str:
    parts = [rolled(value["what"])] if "what" in value else []
    added = value.get("modifiers", ())
    parts += [f"{signed(number)} for {SOURCES.get(source) or word(source)}" for source, number in added]
    parts += ["nothing added"] if "modifiers" in value and not added else []
    parts += [f"total {figure(value['total'])}"] if "total" in value else []
    parts += [f"needs {value['target']}+"] if "target" in value else []
    parts += ["made" if value["passed"] else "failed"] if value.get("passed") is not None else []
    return ", ".join(parts)


def block(value: Mapping[str, Any]) -> str:
    parts = []
    if "dice" in value:
        number = abs(value["dice"])
        parts.append(
            f"{number} {'die' if number == 1 else 'dice'}{', the other coach chooses' if value['dice'] < 0 else ''}"
        )
    if "strengths" in value:
        parts.append("strength {} against {}".format(*value["strengths"]))
    if value.get("result"):
        parts.append(word(value["result"]))
    return ", ".join(parts)


def about(value: Mapping[str, Any]) -> str:
    """Players are numbered from the first of the home team on."""
    told = [f"{key} {each + 1 if isinstance(each, int) else word(str(each))}" for key, each in value.items()]
    return ", ".join(told)


def sheets(value: Mapping[str, Any] | list[Mapping[str, Any]]) -> str:
    return "; ".join(_sheet(each) for each in (value if isinstance(value, list) else [value]))


def _sheet(value: Mapping[str, Any]) -> str:
    """What is special about a team sheet, and whether it may be played with."""
    gained = [_skill(each) for each in value.get("skills", ())]
    improved = [changes(value["changes"])] if "changes" in value else []
    others = [
        word(key)
        for key in value
        if key not in ("roster", "position", "skills", "changes", "is", "because", "inducements")
    ]
    hired = [f"{number} {word(key)}" for key, number in value.get("inducements", {}).items()]
    who = [word(value[key]) for key in ("roster", "position") if key in value]
    return f"{listed([*who, *gained, *improved, *others, *hired])}: {value['is']}"


def _skill(listed_as: str | Mapping[str, int]) -> str:
    return (
        word(listed_as)
        if isinstance(listed_as, str)
        else " ".join(f"{word(id)} ({number}+)" for id, number in listed_as.items())
    )


def happened(values: list[str]) -> str:
    return ", ".join(HAPPENED.get(kind) or rolled(kind) for kind in values)


def changes(value: Mapping[str, int]) -> str:
    return listed([f"{name.upper()} {by:+}" for name, by in value.items()]) or "none"


def thousands(number: int) -> str:
    return f"{number * 1000:,} gold"


LINES: dict[str, Callable[[Any], Lines]] = {
    "accepts": one("Legal", answers),
    "asks_about": one("Asked about", about),
    "at": one("Where they stand", pairs(place)),
    "ball": one("Ball", lambda value: "out of play" if value == "none" else str(value)),
    "block": one("The block", block),
    "bought": one(
        "Bought for the match", lambda value: listed([f"{number} × {word(id)}" for id, number in value.items()])
    ),
    "bribes": one("Bribes left", sides),
    "candidates": one("May be most valuable player", lambda value: listed(value) or "nobody"),
    "captain": one("Captain", lambda value: str(value or "nobody")),
    "changes": one("Characteristics changed", pairs(changes, ": ")),
    "credited": one("Credit for casualties", lambda value: listed(value) or "nobody"),
    "dice_rolled": one("Dice rolled", lambda value: ", ".join(f"D{sides}" for sides in value) or "none"),
    "did_not_happen": one("Did not happen", happened),
    "distracted": by_value(lambda value: "distracted" if value else "not distracted"),
    "eligible": one("Able to play", str),
    "fans": one("Dedicated fans", str),
    "funds": one("To spend at the re-draft", thousands),
    "gone": one("Gone from the team", lambda value: listed(value) or "nobody"),
    "half": one("Half", str),
    "happened": one("Happened", happened),
    "in_order": one("In this order", happened),
    "injury": by_value(lambda value: word(value.partition(":")[0]) if value else "unhurt"),
    "last_roll": one("The last roll", last_roll),
    "learnable": one("May learn", pairs(words_of, ": ")),
    "may_hate": one("May come to hate", pairs(words_of, ": ")),
    "misses_next": one("Misses the next match", lambda value: listed(value) or "nobody"),
    "not_learnable": one("May not learn", pairs(words_of, ": ")),
    "not_offered": one("Not on offer", answers),
    "offers": one("On offer", answers),
    "offers_only": one("On offer, nothing else", answers),
    "players": one("Players on the list", str),
    "refusal": one("Refused", lambda value: f"{answer(value['answer'])}: {value['because']}"),
    "refuses": one("Illegal", answers),
    "rerolls": one("Team re-rolls left", sides),
    "rolls": one("Rolls", rolls),
    "score": one("Score", lambda value: " : ".join(map(str, value))),
    "sheet": one("A team sheet with", sheets),
    "skills": one("Skills", pairs(words_of, ": ")),
    "spp": one("Star Player Points", pairs(str)),
    "staff": one("Staff", lambda value: ", ".join(f"{STAFF[name]} {number}" for name, number in value.items())),
    "stalled": one(
        "Stalling",
        lambda value: listed([side(name) for name, did in zip(SIDE_NAMES, value, strict=True) if did]) or "nobody",
    ),
    "status": by_value(word),
    "step": one("Step of the sequence", lambda value: NAMES[value]),
    "team_value": one("Team value", thousands),
    "treasury": one("Treasury", thousands),
    "turns": one("Turn", sides),
    "value": one("Worth", pairs(thousands)),
    "weather": one("Weather", word),
    "winner": one("Winner", lambda value: "nobody, a draw" if value == "draw" else side(value)),
}
