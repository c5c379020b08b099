"""What a scenario of Blood Bowl may expect beside what any game's may."""

from copy import deepcopy
from typing import Any, cast

from engine.core import expectations
from engine.core.errors import BadInput
from engine.core.events import kinds_in
from engine.core.expectations import GENERAL, Check, Speaks, differs, each, places
from engine.core.match import Match
from engine.core.ruling import Rulings
from engine.rules import events, statistics
from engine.rules.aftermath import may_hate
from engine.rules.edition import Edition
from engine.rules.game import BloodBowl
from engine.rules.scenario.answers import find, skills
from engine.rules.team_rules import TEAM_RULES
from engine.rules.teams import hiring
from engine.rules.teams.ready_teams import standard_sheets
from engine.rules.teams.rosters import skill_entries
from engine.rules.teams.sheet import check_sheet

# What dice are rolled for. Skills, inducements and special rules that ask for a die roll it under their own names.
IN_A_MATCH = ("fans", "kick-off", "penalty", "prayer", "random player", "recovery", "roll-off", "stalling", "weather")
OF_PLAYERS = ("intercept", "jump", "landing", "pick-up", "rush", "secure", "stand-up")
OF_THE_BALL = ("bounce", "kick direction", "kick distance", "scatter", "throw-in direction", "throw-in distance")
OF_INJURIES = ("armour", "casualty", "injury", "lasting-injury", "kick-back", "trapdoor")
OF_THE_BENCH = ("argue", "bribe", "captain", "fireball", "mascot", "zap")
OF_TABLES = (
    *("bad habits", "brilliant coaching", "charge", "cheering fans", "dodgy snack", "invaders", "pitch invasion"),
    *("quick snap", "solid defence", "sweltering heat", "throw-a-rock"),
)
OF_SKILLS = (
    *("ball and chain", "bomb", "chomp", "punt direction", "punt distance", "squirm-free"),
    *("swoop direction", "swoop distance", "throw-bomb"),
)
PURPOSES = (*IN_A_MATCH, *OF_PLAYERS, *OF_THE_BALL, *OF_INJURIES, *OF_THE_BENCH, *OF_TABLES, *OF_SKILLS)

OF_A_SHEET = ("roster", "position", "skills", "changes", "is", "because")  # all else is a field of the sheet itself


def purposes(edition: Edition) -> frozenset[str]:
    """What a die may be rolled for in an edition."""
    return frozenset({*PURPOSES, *skill_entries(edition.data), *hiring.inducements(edition.data), *TEAM_RULES})


class Look(expectations.Look):
    kinds = expectations.Look.kinds | kinds_in(events)

    def __init__(self, match: Match, rulings: Rulings, stage: Speaks) -> None:
        super().__init__(match, rulings, stage)
        self.game = cast("BloodBowl", match.game)  # this stage plays Blood Bowl
        self.purposes = purposes(self.game.edition)

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


def _sheets(look: Look, wanted: Any) -> list[str]:
    return [line for each in (wanted if isinstance(wanted, list) else [wanted]) for line in _sheet(look, each)]


def _sheet(look: Look, wanted: Any) -> list[str]:
    """{position: human-ogre, skills: [grab], is: refused, because: words}: a sheet with such a player.

    Anything else is laid over the standard sheet of the `roster`.
    """
    own = {key: value for key, value in wanted.items() if key not in OF_A_SHEET}
    team = deepcopy(dict(standard_sheets(look.game.edition.data)[wanted.get("roster", "human")])) | own
    rows = team["players"]
    player = next((row for row in rows if row["position"] == wanted.get("position")), rows[0])
    player |= {"position": wanted.get("position", player["position"])}  # whom a ready team may do without
    player |= {"skills": skills(wanted.get("skills", [])), "changes": wanted.get("changes", {})}
    try:
        check_sheet(look.game.edition.data, team, look.rulings)
    except BadInput as refusal:
        told = [] if wanted.get("because", "") in str(refusal) else [f"sheet: refused, but because {refusal}"]
        return differs("sheet", wanted["is"], "refused") + told
    return differs("sheet", wanted["is"], "accepted")


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
    "rerolls": lambda look, wanted: differs(
        "rerolls", wanted, [sum(team.rerolls.values()) for team in look.game.state.teams]
    ),
    "bribes": lambda look, wanted: differs("bribes", wanted, [team.bribes for team in look.game.state.teams]),
    "stalled": lambda look, wanted: differs("stalled", wanted, [team.stalled for team in look.game.state.teams]),
    "spp": lambda look, wanted: each("spp", wanted, look.spp),
    "skills": lambda look, wanted: each("skills", wanted, lambda name: sorted(find(look.game, name).skills)),
    "weather": lambda look, wanted: differs("weather", wanted, look.game.state.weather),
    "half": lambda look, wanted: differs("half", wanted, look.game.state.half),
    "winner": lambda look, wanted: differs("winner", wanted, look.game.state.winner),
    "rolls": lambda look, wanted: differs("rolls", wanted, look.rolls()),
    "block": lambda look, wanted: each("block", wanted, look.block().get),
    "sheet": _sheets,
    "asks_about": lambda look, wanted: each("question", wanted, look.about),
}
