"""Blood Bowl in plain sentences: where its events are cut, and what a step is about."""

from collections.abc import Sequence
from typing import Any

from engine.core.pitch import squares_of
from engine.rules.edition import Edition
from engine.rules.teams.hiring import inducements
from engine.rules.teams.titles import brackets, titles
from replays.narration import Narrator
from replays.narration.bloodbowl import actions, board, chances, choices, flight, referee
from replays.narration.bloodbowl.blocks import block_of, push_places, pushes_of
from replays.narration.bloodbowl.moments import headlines
from replays.narration.bloodbowl.rerolls import Rerolls
from replays.narration.bloodbowl.rolls import CLAWED, PURPOSES, is_clawed
from replays.narration.bloodbowl.story import Board, Story
from replays.narration.bloodbowl.words import LIGHT
from replays.story_steps import BOARD, Cut, Event, StoryStep, reason_of, topic
from teams.names import with_keywords

TREACHEROUS_TRAPDOOR = "treacherous-trapdoor"
ACTS = (
    *("block", "foul", "pass", "hail-mary-pass", "hand-off", "throw", "punt"),
    *("breathe-fire", "chainsaw-attack", "chomp", "hypnotic-gaze", "projectile-vomit", "stab"),
)
CUT = Cut(
    opens=frozenset({"phase", "declare", "score", "inducement", "conceded"}),
    preludes=frozenset({"roll"}),
    companions=frozenset({"put", "stance", "off", "ball", "came-down"}),
    headings=frozenset({"phase:turn"}),
    one_head=False,
    rolls=frozenset(
        f"roll:{what}"
        for what in ("fans", "weather", "roll-off", "prayer", "kick direction", "kick-off", "pick-me-up", "penalty")
    ),
    scenes=frozenset({"activate", "set-up"}),
    acts=frozenset({"block-target", "special-target", *(f"step:{act}" for act in ACTS)}),
    runs=frozenset({"step:move", "step:jump", "step:rush", "facing"}),
    contests=frozenset({"block-dice"}),
    ends={  # the ball comes down
        "kick-off": frozenset({"came-down", "ball", "roll:bounce", "roll:catch"}),
        "weather": frozenset({"came-down", "ball", "roll:bounce", "roll:catch"}),
    },
    answers=frozenset(
        {
            *("apothecary", "argue", "bribe", "casualty", "follow-up", "intercept", "kick-or-receive", "re-roll"),
            *("fireball", "step:end", "use-skill", "zap"),
        }
    ),
)
BIG_GUY = "big-guy"
AIMED = frozenset({"fireball", "throw-a-rock", "zap"})  # rolls about a victim, for whom it is no success
# What a step is about, the weightiest first, by what happens in it.
KINDS = {
    "score": "score",
    "phase:half": "half",
    "phase:overtime": "half",
    "phase:end": "result",
    "off:sent-off": "foul",
    "turn-over": "turn-over",
    "kick-off": "kick-off",
    "block-dice": "block",
    "foul": "foul",
    "pass": "pass",
    "hand-off": "hand-off",
    "throw-team-mate": "pass",
    "phase:set-up": "set-up",
    "put": "set-up",
    "move": "move",
    "declare": "move",
}
SENTENCES = (
    board.SENTENCES | actions.SENTENCES | chances.SENTENCES | choices.SENTENCES | flight.SENTENCES | referee.SENTENCES
)
KEY = frozenset({"score", "half", "result"})  # besides what makes headlines
SURROUNDINGS = BOARD | {"choice", "roll", "turn-over"}  # events that say nothing of whom a step is about


class Bloodbowl(Narrator):
    """All editions: names come from the data of the one that is played."""

    cut = CUT

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.edition: Edition = self.rules.edition
        self.board = Board()
        self.score = [0, 0]
        self.actor: int | None = None  # who was activated last
        self.action = ""
        self.blocked: list[tuple[int, int]] = []  # who blocked whom in this activation
        self.penalties: list[tuple[int, int]] = []  # side and face
        self.conceded: int | None = None
        self.given = ""  # the last reason
        self.rerolls: Rerolls | None = None  # of a match; nobody counts them in a scenario

    def title(self, id: str) -> str:
        """The name of a skill, a row of a table or an inducement."""
        return titles(self.edition.data).get(id, id.replace("-", " ").capitalize()).rstrip("!")

    def works_on(self, inducement: str) -> int:
        """What the die of an inducement has to show."""
        return inducements(self.edition.data)[inducement].works_on

    def narrate(self, step: StoryStep) -> str:
        return Story(self, step).texts(SENTENCES)[0]

    def narrate_parts(self, step: StoryStep) -> list[tuple[str, StoryStep]]:
        """Each push of a chain is a step of its own, so that one sees in which order they are made."""
        ends = push_places(step)[:-1]
        return list(zip(Story(self, step).texts(SENTENCES, ends), step.parts(ends), strict=True))

    def kind(self, step: StoryStep) -> str:
        if any(event["result"] not in LIGHT for event in step.found("injury")) and not step.found("score"):
            return "injury"
        return next((kind for name, kind in KINDS.items() if name in step.named and _happens(step, name)), "roll")

    def moment(self, step: StoryStep) -> str:
        return headlines(self, step)

    def is_key(self, step: StoryStep) -> bool:
        return self.kind(step) in KEY or bool(self.moment(step))

    def actors(self, step: StoryStep) -> list[int]:
        """Everybody whom something is said about, besides where they are; else whoever rolls or moves."""
        meant = [event for event in step.events if event["e"] not in SURROUNDINGS]
        for events in (meant, step.rolls, step.found("move")):
            actors = [event[role] for event in events for role in ("player", "target") if _who(event, role)]
            if actors:
                return list(dict.fromkeys(actors))
        return []

    def purpose(self, roll: Event) -> str:
        what = roll["what"]
        return PURPOSES[what].label if what in PURPOSES else self.title(what)

    def judged(self, step: StoryStep, roll: Event) -> Event:
        return referee.argued(self, step, roll) if roll["what"] == "argue" else roll

    def verdict(self, roll: Event) -> str:
        if roll["what"] == "armour":
            return f"broken ({CLAWED})" if is_clawed(roll) else "broken" if roll["passed"] else "holds"
        if roll["what"] in AIMED:
            return "hit" if roll["passed"] else "not hit"
        return super().verdict(roll)

    def source(self, name: str) -> str:
        return titles(self.edition.data).get(name, name.replace("-", " "))

    def reason(self, step: StoryStep) -> str:
        """The first one, since the rest of the step follows from it; once for each activation."""
        first = _first_reason(step.events)
        return "" if first == self.given and not step.found("declare") else first

    def block_dice(self, step: StoryStep) -> dict[str, Any] | None:
        return block_of(step, self.source)

    def pushes(self, step: StoryStep, part: StoryStep) -> list[dict[str, Any]]:
        return pushes_of(step, part, self.board.at)

    def trapdoors(self, part: StoryStep) -> list[int]:
        prayed = any(event["prayer"] == TREACHEROUS_TRAPDOOR for event in part.found("prayer"))
        return list(squares_of(self.edition.pitch.trapdoors)) if prayed else []

    def describe(self, state: Any, piece: int) -> dict[str, Any]:
        player = state.players[piece]
        known = self.edition.characteristics.items()
        figures = " ".join(f"{key.upper()} {each.text(getattr(player, key))}" for key, each in known)
        skills = ", ".join(self._skill(key, value) for key, value in with_keywords(player.skills).items())
        return {"about": f"{figures}. {skills}.".replace(" .", ""), "big": BIG_GUY in player.keywords}

    def _skill(self, key: str, value: Any) -> str:
        bracket = brackets(self.edition.data).get(key)
        return f"{self.title(key)} {bracket.replace('X', str(value))}" if bracket and value else self.title(key)

    def opening(self, state: Any) -> list[Event]:
        for team in state.teams:
            self.owns(team.side, team.inducements)
        self.rerolls = Rerolls(state)
        benched = [{"e": "off", "player": player.id, "where": player.status} for player in state.players]
        return [*benched, {"e": "rerolls", "left": list(self.rerolls.left)}]

    def standing(self, part: StoryStep) -> list[Event]:
        """The weather, and how many team re-rolls are left."""
        changes: list[Event] = [{**event, "weather": self.title(event["weather"])} for event in part.found("weather")]
        if self.rerolls is not None:
            before = self.rerolls.left
            for event in part.events:
                self.rerolls.see(event)
            if self.rerolls.left != before:
                changes.append({"e": "rerolls", "left": list(self.rerolls.left)})
        return changes

    def watch(self, events: Sequence[Event]) -> None:
        super().watch(events)
        self.given = _first_reason(events) or self.given
        for event in events:
            self.board.note(event)
            match event["e"]:
                case "score":
                    self.score = list(event["score"])
                case "declare":
                    self.actor, self.action, self.blocked = event["player"], event["action"], []
                case "block":
                    self.blocked.append((event["player"], event["target"]))
                case "prayer":
                    self.owns(event["side"], [event["prayer"]])
                case "conceded":
                    self.conceded = event["side"]
                case "roll" if event["what"] == "penalty":
                    self.penalties.append((event["side"], event["total"]))


def _first_reason(events: Sequence[Event]) -> str:
    """What is said about answers on the way, such as a re-roll, explains less."""
    choices = (event for event in events if event["e"] == "choice" and topic(event) not in CUT.answers)
    return next((reason for choice in choices if (reason := reason_of(choice))), "")


def _happens(step: StoryStep, name: str) -> bool:
    """Whether there is an event of this kind or topic in the step; a choice is none yet."""
    return any(event["e"] != "choice" for event in step.named[name])


def _who(event: Event, role: str) -> bool:
    return isinstance(event.get(role), int)
