"""How scenario files speak of Blood Bowl: home players are capital letters, away players small ones, squares are 12,8."""

from collections.abc import Mapping
from typing import Any

from engine.core import expectations
from engine.core.errors import BadInput
from engine.core.events import Ball as BallAt
from engine.core.events import Off, Phase, Put, Stance
from engine.core.expectations import GENERAL, SIDE_NAMES, Check, Decode, differs, each, places
from engine.core.match import Match
from engine.core.ruleset import Sheet
from engine.core.ruling import Rulings
from engine.rules import statistics
from engine.rules.aftermath import may_hate
from engine.rules.game import BloodBowl
from engine.rules.match import replenish
from engine.rules.state import (
    KNOCKED_OUT,
    NOBODY,
    OUT,
    PRONE,
    RESERVES,
    STANDING,
    STUNNED,
    TURN,
    Player,
    State,
)

STATS = {"ma": 6, "st": 3, "ag": 3, "pa": 4, "av": 9}
STATE_FIELDS = ("stage", "half", "drive_turns", "weather", "winner_needed", "extra_time")
TEAM_FIELDS = (
    *("apothecaries", "bribes", "assistant_coaches", "cheerleaders", "fan_factor", "coach_ejected", "cheered"),
    *("mascot", "prayers_bought", "may_concede"),
)
LISTS = {"prone": PRONE, "stunned": STUNNED, "reserves": RESERVES, "knocked_out": KNOCKED_OUT}
FLAGS = ("distracted", "used")
KNOWN = {
    *("home", "away", "skills", "stats", "keywords", "distracted", "used", "spent", "ball", "turn", "turns", "score", "rerolls"),
    *("kicking", "kicked_first", "declared", "spares", "inducements", "special_rules", "rookies", "primary", "captains", "prayers", "trapdoors"),
    *STATE_FIELDS,
    *TEAM_FIELDS,
    *LISTS,
}


class BloodBowlStage:
    def sheets(self, spec: Any, position: Mapping[str, Any], rulings: Rulings) -> tuple[Sheet, Sheet]:
        """Two teams of just the players that the position names."""
        home, away = (_sheet(side, position) for side in SIDE_NAMES)
        return home, away

    def build(self, spec: Mapping[str, Any], game: BloodBowl) -> None:
        for name in spec.keys() - KNOWN:
            raise BadInput(f"a position has no field {name!r}")
        state = game.state
        state.stage = TURN
        _place(spec, game)
        for name in STATE_FIELDS:
            setattr(state, name, spec.get(name, getattr(state, name)))
        state.active = _side(spec.get("turn", "home")) if state.stage == TURN else NOBODY
        state.kicking = _side(spec.get("kicking", "away"))
        state.kicked_first = _side(spec.get("kicked_first", "away"))
        state.declared = set(spec.get("declared", ()))
        for side, team in enumerate(state.teams):
            team.turn = spec.get("turns", (1, 1))[side]
            team.score = spec.get("score", (0, 0))[side]
            team.bought = spec.get("rerolls", (0, 0))[side]
            for name in TEAM_FIELDS:
                if name in spec:
                    setattr(team, name, spec[name][side])
            replenish(team)
            for prayer in spec.get("prayers", {}).get(SIDE_NAMES[side], ()):
                game.gain(team, prayer)
        for square in spec.get("trapdoors", ()):
            state.trapdoors |= 1 << game.pitch.square(str(square))
        game.changed()

    def start(self, game: BloodBowl) -> list[dict[str, Any]]:
        """The position as board events, for whoever draws it."""
        state: State = game.state
        events: list[Any] = []
        for player in state.players:
            if player.on_pitch:
                events.append(Put(player.id, player.square))
                if player.status != STANDING:
                    events.append(Stance(player.id, player.status))
            else:
                events.append(Off(player.id, player.status))
        ball = state.ball
        events.append(BallAt(ball.square if ball.square >= 0 else None, ball.carrier if ball.carrier >= 0 else None))
        if state.stage == TURN:
            events.append(Phase("turn", game.team(state.active).turn, state.active))
        return [event.to_json() for event in events]

    def decode(self, game: BloodBowl, question: str, answer: Any, options: Any) -> Any:
        return decode(game, question, answer, options)

    def differences(self, expect: Mapping[str, Any], match: Match, rulings: Rulings) -> list[str]:
        return expectations.compare(expect, Look(match, rulings, decode), CHECKS)


def _names(side: str, position: Mapping[str, Any]) -> list[str]:
    home = side == "home"
    placed = list(position.get(side, {}))
    for field in ("reserves", "knocked_out", "spares", "rookies"):
        placed += [name for name in position.get(field, ()) if str(name)[0].isupper() == home]
    for name in placed:
        if not str(name)[0].isalpha() or str(name)[0].isupper() != home:
            raise BadInput(f"{name!r}: home players are capital letters, away players small ones")
    return placed


def _sheet(side: str, position: Mapping[str, Any]) -> Sheet:
    rows = [
        {
            "id": name,
            "number": number,
            "name": name,
            "position": "player",
            "stats": STATS | position.get("stats", {}).get(name, {}),
            "skills": _skills(position.get("skills", {}).get(name, [])),
            "spare": name in position.get("spares", ()),
            "rookie": name in position.get("rookies", ()),
            "keywords": position.get("keywords", {}).get(name, ["lineman"]),
            "primary": position.get("primary", {}).get(name, ["general"]),
            "captain": name in position.get("captains", ()),
        }
        for number, name in enumerate(_names(side, position), start=1)
    ]
    hired = position.get("inducements", {}).get(side, {})
    return {
        "key": side,
        "name": side.capitalize(),
        "short": side[:3].upper(),
        "roster": None,
        "players": rows,
        "inducements": hired,
        "special_rules": position.get("special_rules", {}).get(side, ()),
    }


def _skills(listed: list[Any]) -> list[Any]:
    """`loner: 4` in a list of skills carries a value."""
    out: list[Any] = []
    for skill in listed:
        if isinstance(skill, dict):
            ((key, value),) = skill.items()
            out.append({"id": key, "value": value})
        else:
            out.append(skill)
    return out


def _side(name: str) -> int:
    if name not in SIDE_NAMES:
        raise BadInput(f"a side is home or away, not {name!r}")
    return SIDE_NAMES.index(name)


def find(game: BloodBowl, name: Any) -> Player:
    player = next((player for player in game.state.players if player.name == name), None)
    if player is None:
        raise BadInput(f"no player is called {name!r}")
    return player


def _place(spec: Mapping[str, Any], game: BloodBowl) -> None:
    for player in game.state.players:
        player.status = OUT
    for side in SIDE_NAMES:
        for name, square in spec.get(side, {}).items():
            player = find(game, name)
            player.status, player.square, player.fielded = STANDING, game.pitch.square(str(square)), True
    for field, status in LISTS.items():
        for name in spec.get(field, ()):
            find(game, name).status = status
    for field in FLAGS:
        for name in spec.get(field, ()):
            setattr(find(game, name), field, True)
    for name, spent in spec.get("spent", {}).items():
        find(game, name).spent.update(spent)
    _place_ball(spec, game)


def _place_ball(spec: Mapping[str, Any], game: BloodBowl) -> None:
    where = spec.get("ball", "none")
    if any(player.name == where for player in game.state.players):
        game.state.ball.carrier = find(game, where).id
    elif where != "none":
        game.state.ball.square = game.pitch.square(str(where))


# Answers --------------------------------------------------------------------------------------------------------------------------


def decode(game: BloodBowl, question: str, answer: Any, options: Any) -> Any:
    """An answer as the engine takes it. `any` is the first legal one."""
    if answer == "any":
        return options.some(lambda count: 0)
    if question == "set-up":
        named = {find(game, name).id: square for name, square in answer.items()}
        return tuple(
            game.pitch.square(str(named[player.id])) if player.id in named else None for player in options.players
        )
    if question == "step" or (question == "activate" and str(answer).startswith("forgo ")):
        return _step(game, answer)
    return _word(game, answer)


def _step(game: BloodBowl, answer: Any) -> Any:
    """A list of squares is a path; `block x`, `jump 12,8`, `pass 14,8`, `foul x`, `hand-off B`, `end`."""
    if isinstance(answer, list):
        return ("move", tuple(game.pitch.square(str(square)) for square in answer))
    kind, _, what = str(answer).partition(" ")
    return (kind, _word(game, what)) if what else (kind,)


def _word(game: BloodBowl, word: Any) -> Any:
    """A player, a square, or a word or number that means itself; `nobody` is -1."""
    if any(player.name == word for player in game.state.players):
        return find(game, word).id
    if isinstance(word, str) and "," in word:
        return game.pitch.square(word)
    return -1 if word == "nobody" else word


# Expectations -----------------------------------------------------------------------------------------------------------------------


class Look(expectations.Look):
    def __init__(self, match: Match, rulings: Rulings, decode: Decode) -> None:
        super().__init__(match, rulings, decode)
        self.game: BloodBowl = match.game  # type: ignore[assignment]  # this stage plays Blood Bowl

    def where(self, name: str) -> str:
        square = find(self.game, name).square
        return "off" if square < 0 else self.game.pitch.name(square)

    def ball(self) -> str:
        ball = self.game.state.ball
        if ball.carrier >= 0:
            return self.game.state.players[ball.carrier].name
        return self.game.pitch.name(ball.square) if ball.square >= 0 else "none"

    def rolls(self) -> list[Any]:
        """Each roll as [what, face, …]."""
        found = []
        for event in self.match.game.events:
            if event.kind == "roll":
                raw = event.to_json()
                found.append([raw["what"], *(face for _, face in raw["dice"])])
        return found

    def spp(self, name: str) -> int:
        return statistics.star_player_points(self.game)[find(self.game, name).id]

    def credited(self) -> list[str]:
        """Who earned something for a casualty, in order."""
        ids = [id for event in self.match.game.events if event.kind == "injury" for id in event.to_json()["credit"]]
        return [self.game.state.players[id].name for id in ids]

    def block(self) -> dict[str, Any]:
        """The last block: number of dice (negative: the other coach chooses) and the result."""
        dice = [event.to_json() for event in self.match.game.events if event.kind == "block-dice"]
        results = [event.to_json() for event in self.match.game.events if event.kind == "block"]
        if not dice:
            return {}
        last = dice[-1]
        own = last["chooser"] == self.game.state.players[last["player"]].side
        number = len(last["faces"])
        return {
            "dice": number if own else -number,
            "strengths": list(last["strengths"]),
            "result": results[-1]["result"] if results else "",
        }


CHECKS: dict[str, Check] = {
    **GENERAL,
    "at": lambda look, wanted: each("place", places(wanted), look.where),
    "status": lambda look, wanted: each("status", wanted, lambda name: find(look.game, name).status),
    "distracted": lambda look, wanted: each("distracted", wanted, lambda name: find(look.game, name).distracted),
    "credited": lambda look, wanted: differs("credited", wanted, look.credited()),
    "may_hate": lambda look, wanted: each("hatred", wanted, lambda name: may_hate(look.game, find(look.game, name))),
    "injury": lambda look, wanted: each("injury", wanted, lambda name: find(look.game, name).injury),
    "ball": lambda look, wanted: differs("ball", wanted, look.ball()),
    "score": lambda look, wanted: differs("score", wanted, [team.score for team in look.game.state.teams]),
    "turns": lambda look, wanted: differs("turns", wanted, [team.turn for team in look.game.state.teams]),
    "rerolls": lambda look, wanted: differs("rerolls", wanted, [sum(team.rerolls.values()) for team in look.game.state.teams]),
    "bribes": lambda look, wanted: differs("bribes", wanted, [team.bribes for team in look.game.state.teams]),
    "stalled": lambda look, wanted: differs("stalled", wanted, [team.stalled for team in look.game.state.teams]),
    "spp": lambda look, wanted: each("spp", wanted, look.spp),
    "skills": lambda look, wanted: each("skills", wanted, lambda name: sorted(find(look.game, name).skills)),
    "weather": lambda look, wanted: differs("weather", wanted, look.game.state.weather),
    "half": lambda look, wanted: differs("half", wanted, look.game.state.half),
    "winner": lambda look, wanted: differs("winner", wanted, look.game.state.winner),
    "rolls": lambda look, wanted: differs("rolls", wanted, look.rolls()),
    "block": lambda look, wanted: each("block", wanted, look.block().get),
    "asks_about": lambda look, wanted: each("question", wanted, look.about),
}
