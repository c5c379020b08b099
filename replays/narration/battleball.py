"""Battleball in plain sentences."""

from collections.abc import Callable
from typing import Any

from replays.narration import Dice, Narrator, faces_words, figure, listed, signed
from replays.story_steps import Cut, Event, StoryStep

FOOTBALL = "football"
CUT = Cut(
    opens=frozenset({"phase", "activate", "off:scored"}),  # the run into the end zone is seen before the scorer leaves
    preludes=frozenset({"activate", "take-half", "roll"}),
    companions=frozenset({"put", "stance", "off", "ball", "token", "clear", "pick-up"}),
    headings=frozenset({"phase:turn", "phase:end"}),
)
# Rolls that are called otherwise than they are logged.
ROLLS = {"pass": "catch", "field-goal": "field goal", "first-move": "first move", "draw": "drawing lots"}
# Said, but nothing to jump to.
QUIET = frozenset(
    {("turn-over", "by choice"), ("turn-over", "hand-off"), ("turn-over", "touchdown"), ("score", "survival")}
)
KEY = frozenset({"score", "interception", "fumble", "turn-over", "halt", "restart", "result", "malfunction", "half"})


def dice_of(roll: Event) -> Dice:
    """The dice of a roll as (sides, face, name); the football die is named as such."""
    dice = [(sides, face, f"D{sides}") for sides, face in roll["dice"]]
    if roll["what"] == "pile-on" or (roll["what"] in {"pass", "field-goal"} and len(dice) > 1):
        sides, face, _ = dice[-1]
        dice[-1] = (sides, face, FOOTBALL)
    return dice


def roll_words(roll: Event) -> str:
    """7 on the D8 and 3 on the football; 1 and 3 on two D6."""
    faces: dict[str, list[int]] = {}
    for _, face, name in dice_of(roll):
        faces.setdefault(name, []).append(face)
    parts = [faces_words(name, shown) for name, shown in faces.items()]
    parts += [f"{signed(value)} for {source.replace('-', ' ')}" for source, value in roll["modifiers"]]
    return listed(parts) or "no dice"


def spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


class Battleball(Narrator):
    cut = CUT

    def narrate(self, step: StoryStep) -> str:
        """One step in one or two sentences."""
        head = SENTENCES.get(step.head["e"] if step.head else "", Battleball.other)
        sentences = [head(self, step), *self._aftermath(step)]
        return " ".join(sentence for sentence in sentences if sentence)

    def kind(self, step: StoryStep) -> str:
        head = step.head or {}
        kind = str(head["name"] if head.get("e") == "phase" else head.get("e", "roll"))
        return "injury" if _hurt(step) else "half" if kind == "overtime" else kind

    def is_key(self, step: StoryStep) -> bool:
        kind = self.kind(step)
        return kind == "injury" or (kind in KEY and (kind, (step.head or {}).get("why")) not in QUIET)

    def purpose(self, roll: Event) -> str:
        return ROLLS.get(roll["what"], str(roll["what"]))

    def dice(self, roll: Event) -> Dice:
        return dice_of(roll)

    # --- what each kind of event says ---------------------------------------------------------------------------------

    def move(self, step: StoryStep) -> str:
        head = _head(step)
        name, distance = self.name(head["player"]), sum(len(each["path"]) - 1 for each in step.found("move"))
        done = [self._pace(step), f"{self._run(step, head['player'])} {spaces(distance)}"]
        done.append("picks up the ball" if step.found("pick-up") else "")
        return f"{name} {listed([each for each in done if each])}."

    def _pace(self, step: StoryStep) -> str:
        if step.found("take-half"):
            return "takes half"
        rolls = [roll for roll in step.rolls if roll["what"] == "move"]
        return f"rolls {roll_words(rolls[-1])}" if rolls else ""

    def _run(self, step: StoryStep, player: int) -> str:
        if step.holder == player:
            return self.vary("carries the ball", "runs the ball", "takes the ball")
        return self.vary("moves", "runs", "goes")

    def tackle(self, step: StoryStep) -> str:
        head = _head(step)
        one, other = self.name(head["player"]), self.name(head["target"])
        opening = self.vary(f"{one} tackles {other}", f"{one} goes in on {other}", f"{one} charges {other}")
        verdict = {
            "won": f"{one} wins the tackle.",
            "lost": f"{other} has the lower number and wins it.",
            "tied": "A tie: both lose.",
        }
        return f"{opening}: {self._contest(step, head)}. {verdict[head['outcome']]}"

    def block(self, step: StoryStep) -> str:
        head = _head(step)
        one, other = self.name(head["player"]), self.name(head["target"])
        verdict = {
            "won": f"{other} is knocked off the feet.",
            "lost": "The block fails and nobody is hurt.",
            "tied": "A tie: the block fails and nobody is hurt.",
        }
        return f"{one} blocks {other}: {self._contest(step, head)}. {verdict[head['outcome']]}"

    def _contest(self, step: StoryStep, head: Event) -> str:
        mine = [roll for roll in step.rolls if roll["player"] == head["player"] and roll["dice"]]
        theirs = [roll for roll in step.rolls if roll["player"] == head["target"] and roll["dice"]]
        if not mine or not theirs:
            return "both roll and the lower number counts"
        return f"{roll_words(mine[-1])} against {roll_words(theirs[-1])}, lower wins"

    def pile_on(self, step: StoryStep) -> str:
        head = _head(step)
        one, other = self.name(head["player"]), self.name(head["target"])
        rolled = f" and rolls {roll_words(step.rolls[-1])}" if step.rolls else ""
        verdict = {
            "down": "it backfires",
            "injured": "that hurts",
            "serious": "a crushing blow",
        }
        return f"{one} piles on {other}{rolled}: {verdict[head['outcome']]}."

    def throw(self, step: StoryStep) -> str:
        head = _head(step)
        one, other = self.name(head["player"]), self.name(head["target"])
        opening = self.vary(f"{one} throws to {other}", f"{one} passes to {other}", f"{one} looks for {other}")
        sentence = f"{opening}, {spaces(head['distance'])} away."
        if not step.rolls:
            return sentence
        outcomes = {
            "complete": f"against a distance of {head['distance']}, complete",
            "incomplete": f"against a distance of {head['distance']}, incomplete",
            "fumble": f"but equal dice: {other} fumbles",
        }
        roll = step.rolls[-1]
        total = f": {figure(roll['total'])}" if roll["total"] is not None else ""
        return f"{sentence} Rolls {roll_words(roll)}{total} {outcomes[head['outcome']]}."

    def interception(self, step: StoryStep) -> str:
        return f"Intercepted! {self.name(_head(step)['player'])} picks the ball out of the air."

    def hand_off(self, step: StoryStep) -> str:
        head = _head(step)
        one, other = self.name(head["player"]), self.name(head["target"])
        rolled = f" ({listed([roll_words(roll) for roll in step.rolls])})" if step.rolls else ""
        if head["outcome"] == "complete":
            return f"{one} hands off to {other}{rolled}: different numbers, the ball changes hands."
        return f"{one} tries to hand off to {other}{rolled}: equal numbers, the ball is loose."

    def field_goal(self, step: StoryStep) -> str:
        head = _head(step)
        sentence = f"{self.name(head['player'])} tries a field goal from {spaces(head['distance'])}."
        outcomes = {"good": "It is good!", "failed": "It falls short.", "fumble": "Equal dice: the ball slips away."}
        rolled = f" Rolls {roll_words(step.rolls[-1])}: {figure(step.rolls[-1]['total'])}." if step.rolls else ""
        return f"{sentence}{rolled} {outcomes[head['outcome']]}"

    def fumble(self, step: StoryStep) -> str:
        name = self.name(_head(step)["player"])
        return self.vary(f"{name} fumbles the ball.", f"{name} loses the ball.", f"The ball slips from {name}.")

    def malfunction(self, step: StoryStep) -> str:
        rolled = f" rolls {roll_words(step.rolls[-1])}:" if step.rolls else ""
        return f"{self.name(_head(step)['player'])}{rolled} equal dice, the heavy tackle stalls."

    def score(self, step: StoryStep) -> str:
        head = _head(step)
        side, gained = self.sides[head["side"]], points(head["points"])
        home, away = head["score"]
        scorer = next((self.name(each["player"]) for each in step.found("off") if each["where"] == "scored"), "")
        sentences = {
            "touchdown": f"Touchdown! {scorer or side} {self.vary('crosses', 'breaks over', 'is over')} the goal line: "
            f"{gained} for {side}.",
            "technicality": f"Nobody is left to face {side}: {gained} on a technicality.",
            "survival": f"{side} get {gained} for the players still on the field.",
            "field-goal": f"Field goal: {gained} for {side}.",
        }
        return f"{sentences.get(head['why'], f'{gained} for {side}.')} It stands {home} : {away}."

    def phase(self, step: StoryStep) -> str:
        head = _head(step)
        if head["name"] == "set-up":
            side = head.get("side")
            who = "Both teams line up" if side is None else f"{self.sides[side]} line up"
            return f"{who} behind the 20-yard line."
        if head["name"] in {"half", "overtime"}:
            return f"{step.phase.half}."
        return f"{self.sides[head['side']]} to play." if head.get("side") is not None else ""

    def turn_over(self, step: StoryStep) -> str:
        head = _head(step)
        side, why = self.sides[head["side"]], str(head["why"])
        if why == "by choice":
            return f"{side} end their turn."
        return f"{why[:1].upper()}{why[1:]}: the turn of {side} is over."

    def halt(self, step: StoryStep) -> str:
        why = str(_head(step)["why"]).replace("-", " ")
        return f"Play is halted ({why}); both teams set up again."

    def restart(self, step: StoryStep) -> str:
        return "Nobody is left on the field: the half starts again."

    def team_rule(self, step: StoryStep) -> str:
        head = _head(step)
        return f"{self.sides[head['side']]} play by the team rule {head['rule']}."

    def result(self, step: StoryStep) -> str:
        head = _head(step)
        (home, away), winner = head["score"], {"home": 0, "away": 1}.get(head["winner"])
        verdict = "The match is drawn." if winner is None else f"{self.sides[winner]} win."
        return f"Full time: {self.sides[0]} {home}, {self.sides[1]} {away}. {verdict}"

    def other(self, step: StoryStep) -> str:
        """Rolls with no event of their own, such as the one for the first move, and bare changes of the board."""
        if step.rolls:
            return " ".join(self._bare_roll(roll) for roll in step.rolls)
        if any(change["e"] == "ball" and change["square"] is not None for change in step.changes):
            return "The ball is put on the field." if not any(c["e"] == "put" for c in step.changes) else ""
        return ""

    def _bare_roll(self, roll: Event) -> str:
        who = self.sides[roll["side"]] if roll["player"] is None else self.name(roll["player"])
        purpose = {"first-move": "for the first move", "draw": "to draw lots"}.get(roll["what"], "")
        verb = "roll" if roll["player"] is None else "rolls"
        return f"{who} {verb} {roll_words(roll)} {purpose}".rstrip() + "."

    # --- what follows -------------------------------------------------------------------------------------------------

    def _aftermath(self, step: StoryStep) -> list[str]:
        """Injuries, falls, who has the ball and who got up, in the order in which they happened."""
        sentences = [self._off(change) for change in step.changes if change["e"] == "off"]
        sentences += [self._fall(step, change) for change in step.changes if change["e"] == "stance"]
        return [*sentences, self._ball(step)]

    def _off(self, change: Event) -> str:
        name = self.name(change["player"])
        if change["where"] == "serious":
            return f"{name} is seriously injured."
        return f"{name} is injured and carried off." if change["where"] == "injured" else ""

    def _fall(self, step: StoryStep, change: Event) -> str:
        name = self.name(change["player"])
        if change["stance"] == "standing":
            return f"{name} is back up."
        told = step.head is not None and step.head["e"] == "block" and step.head["target"] == change["player"]
        return "" if told else f"{name} goes Down."

    def _ball(self, step: StoryStep) -> str:
        """Who ends up with the ball, where the sentence has not said so already."""
        if step.head is None or step.head["e"] not in {"tackle", "pile-on", "fumble"}:
            return ""
        holders = [change["holder"] for change in step.changes if change["e"] == "ball"]
        if not holders:
            return ""
        return "The ball lies loose." if holders[-1] is None else f"{self.name(holders[-1])} has the ball."


SENTENCES: dict[str, Callable[[Battleball, StoryStep], str]] = {
    "move": Battleball.move,
    "tackle": Battleball.tackle,
    "block": Battleball.block,
    "pile-on": Battleball.pile_on,
    "pass": Battleball.throw,
    "interception": Battleball.interception,
    "hand-off": Battleball.hand_off,
    "field-goal": Battleball.field_goal,
    "fumble": Battleball.fumble,
    "malfunction": Battleball.malfunction,
    "score": Battleball.score,
    "phase": Battleball.phase,
    "turn-over": Battleball.turn_over,
    "halt": Battleball.halt,
    "restart": Battleball.restart,
    "team-rule": Battleball.team_rule,
    "result": Battleball.result,
}


def _head(step: StoryStep) -> dict[str, Any]:
    if step.head is None:
        raise ValueError("a step without a head has nothing to be about")
    return step.head


def _hurt(step: StoryStep) -> bool:
    return any(change["where"] in {"injured", "serious"} for change in step.found("off"))
