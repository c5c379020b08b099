"""How likely it was that a roll came up well, from what its event and the team sheets say.

A roll that may have been helped by something that is not known has no odds: it is left out rather than guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from replays.story_steps import Event

TWO_DICE = [sum(faces) for faces in product(range(1, 7), repeat=2)]
BOTH_DOWN, STUMBLE, POW = 2, 5, 6
CLAWS_NEED = 8  # on the dice, whatever the armour
# Skills of opponents that may add to an armour or injury roll without a block. Events name them only where they did.
UNCERTAIN = frozenset({"arm-bar", "chainsaw", "dirty-player", "lethal-flight", "lone-fouler"})
# What a roll is counted as; tests that are not listed are other tests.
KINDS = {
    "block": "Blocks",
    "armour": "Armour",
    "injury": "Injuries",
    "dodge": "Dodges",
    "rush": "Rushes",
    "pick-up": "Pick-ups",
    "secure": "Pick-ups",
    "pass": "Passes",
    "catch": "Catches",
    "intercept": "Interceptions",
    "recovery": "Coming round",
}
OTHER = "Other tests"
SUCCESS = {
    "Blocks": "target knocked down",
    "Armour": "opponent's armour broken",
    "Injuries": "opponent off the pitch",
    "Coming round": "knocked-out player back",
}


@dataclass(frozen=True, slots=True)
class Try:
    """One roll that could succeed or fail. Without odds it is not counted."""

    kind: str
    side: int  # whose success it would be
    chance: float | None
    success: bool
    event: Event

    @property
    def open_to_reroll(self) -> bool:
        """Nobody rolls a test again that succeeded; block dice may be thrown again whatever they show."""
        return not self.success or bool(self.event["e"] == "block-dice")


class Referee:
    """Goes through the events of a match and judges each roll by what came before it."""

    def __init__(self, players: Sequence[Any], injuries: Any) -> None:
        self.players = players
        self.stunned_up_to: int = injuries.stunned
        self.team_skills = tuple(
            {key for each in players if each.side == side for key in each.skills} for side in (0, 1)
        )
        self.hitters: dict[int, int] = {}  # who knocked whom down, since the last activation
        self.rerolled_by = ""  # the source of the re-roll just used
        self.spent: set[int] = set()  # victims on whose armour Mighty Blow has gone

    def judge(self, event: Event) -> Try | None:
        """What was tried with an event, if anything was."""
        match event["e"]:
            case "declare":
                self.hitters, self.spent = {}, set()
            case "re-roll":
                self.rerolled_by = event["source"]
            case "block":
                self.hitters = {event["player"]: event["target"], event["target"]: event["player"]}
            case "block-dice":
                source, self.rerolled_by = self.rerolled_by, ""
                return self._block(event, source)
            case "roll":
                self.rerolled_by = ""
                return self._roll(event)
            case _:
                pass
        return None

    def _block(self, event: Event, rerolled_by: str) -> Try:
        """A re-roll of single dice keeps the others, so what it can change is not known."""
        blocker, target = self.players[event["player"]], self.players[event["target"]]
        chance, success = block_odds(event, felling_faces(blocker.skills, target.skills), blocker.side)
        single = rerolled_by in blocker.skills
        return Try(KINDS["block"], blocker.side, None if single else chance, success, event)

    def _roll(self, event: Event) -> Try | None:
        what = event["what"]
        if what == "armour":
            return self._armour(event)
        if what == "injury":
            return self._injury(event)
        if event["passed"] is None or event["target"] is None or len(event["dice"]) != 1:
            return None
        chance = test_odds(event)
        return Try(KINDS.get(what, OTHER), event["side"], chance, bool(event["passed"]), event)

    def _hitter(self, victim: int) -> Mapping[str, Any]:
        """The skills of whoever knocked the victim down in a block."""
        hitter = self.hitters.get(victim)
        return {} if hitter is None else self.players[hitter].skills

    def _armour(self, event: Event) -> Try:
        victim, skills = event["player"], self._hitter(event["player"])
        known = [value for source, value in event["modifiers"] if source != "mighty-blow"]
        mighty = "mighty-blow" in skills and "iron-hard-skin" not in self.players[victim].skills
        if any(source == "mighty-blow" for source, _ in event["modifiers"]):
            self.spent.add(victim)
        needed = event["target"] - sum(known) - mighty
        if "claws" in skills:
            needed = min(needed, CLAWS_NEED)
        success = bool(event["passed"])
        certain = not self._doubtful(event) and success == (_thrown(event) >= needed)
        return Try(KINDS["armour"], event["side"], two_dice(needed) if certain else None, success, event)

    def _injury(self, event: Event) -> Try:
        victim, skills = self.players[event["player"]], self._hitter(event["player"])
        known = [value for source, value in event["modifiers"] if source != "mighty-blow"]
        mighty = "mighty-blow" in skills and event["player"] not in self.spent
        limit = self.stunned_up_to + ("thick-skull" in victim.skills) - ("stunty" in victim.skills)
        needed = limit + 1 - sum(known) - mighty
        success = event["total"] > limit
        certain = not self._doubtful(event) and success == (_thrown(event) >= needed)
        return Try(KINDS["injury"], event["side"], two_dice(needed) if certain else None, success, event)

    def _doubtful(self, event: Event) -> bool:
        """Whether something may have been added that the event does not name."""
        sources = {source for source, _ in event["modifiers"]}
        blocked = event["player"] in self.hitters
        return bool(UNCERTAIN & (sources if blocked else sources | self.team_skills[event["side"]]))


def _thrown(event: Event) -> int:
    return sum(face for _, face in event["dice"])


def two_dice(needed: int) -> float:
    """The chance of at least so much on two D6."""
    return sum(total >= needed for total in TWO_DICE) / 36


def test_odds(event: Event) -> float | None:
    """A D6 against a number: 1 fails and 6 succeeds, whatever is added. None if the die says that other rules were at work."""
    added, target = sum(value for _, value in event["modifiers"]), event["target"]

    def succeeds(face: int) -> bool:
        return face == 6 or (face > 1 and face + added >= target)

    (_, thrown), *_ = event["dice"]
    if succeeds(thrown) != event["passed"]:
        return None
    return sum(map(succeeds, range(1, 7))) / 6


def felling_faces(blocker: Mapping[str, Any], target: Mapping[str, Any]) -> frozenset[int]:
    """The faces that knock the target down and leave the blocker up, by the skills that both have."""
    faces = {POW}
    if "dodge" not in target or "tackle" in blocker:
        faces.add(STUMBLE)
    if "block" in blocker and not {"block", "wrestle"} & target.keys():
        faces.add(BOTH_DOWN)
    return frozenset(faces)


def block_odds(event: Event, faces: frozenset[int], side: int) -> tuple[float, bool]:
    """The chance that the dice offer such a face, and whether they do. Who chooses needs one; the others need all."""
    number, share = len(event["faces"]), len(faces) / 6
    hits = [face in faces for face in event["faces"]]
    if event["chooser"] == side:
        return 1 - (1 - share) ** number, any(hits)
    return share**number, all(hits)
