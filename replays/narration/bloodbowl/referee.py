"""What the referee makes of a foul: why it was seen, and whether arguing helps. The log has the dice, not the reasons."""

from itertools import takewhile
from typing import TYPE_CHECKING

from replays.narration import listed
from replays.narration.bloodbowl.rolls import PURPOSES, faces_of, sum_words
from replays.narration.bloodbowl.story import Sentence, Story
from replays.story_steps import Event, StoryStep, topic

if TYPE_CHECKING:
    from replays.narration.bloodbowl import Bloodbowl

LISTENS_ON, EJECTS_ON = 6, 1
REP, UNDER_SCRUTINY = "dodgy-league-rep", "under-scrutiny"
HELPS = ("friends-with-the-ref", REP)  # each lets an argument succeed on one less


def foul(story: Story, event: Event) -> str:
    return f"The referee has seen it: {_why_seen(story, event)}." if event["seen"] else "The referee sees nothing."


def _why_seen(story: Story, event: Event) -> str:
    """A natural double on dice that count, else on dice that were rolled again, else somebody who looks more closely."""
    rolls = [roll for roll in story.before("roll") if roll["player"] == event["target"]]
    armour, injury = ([roll for roll in rolls if roll["what"] == what] for what in ("armour", "injury"))
    doubles = [f"{faces_of(roll)} for the {roll['what']}" for roll in (*armour[-1:], *injury[-1:]) if _is_double(roll)]
    earlier = [f"{faces_of(roll)} in the armour roll that was made again" for roll in armour[:-1] if _is_double(roll)]
    if doubles or earlier:
        return f"a natural double, {listed(doubles or earlier)}"
    if any(roll["total"] >= story.narrator.works_on(REP) for roll in story.before(f"roll:{REP}")):
        return f"the {story.title(REP)} was watching"
    return f"{story.title(UNDER_SCRUTINY)}, so no foul that breaks armour goes unseen"


def _is_double(roll: Event) -> bool:
    faces = [face for _, face in roll["dice"]]
    return len(faces) > 1 and len(set(faces)) == 1


def argue(story: Story, roll: Event) -> str:
    made = argued(story.narrator, story.step, roll)
    name, helps = story.name(roll["player"]), helps_of(story.narrator, roll["side"])
    why = f" with {listed([story.title(help) for help in helps])}" if helps else ""
    verdict = f"made, and {name} may stay" if made["passed"] else "failed"
    ejected = roll["total"] == EJECTS_ON and not made["passed"] and _ended(story.step, roll)
    also = ", and the coach has to go too" if ejected else ""
    doing = PURPOSES["argue"].doing.format(one=name, side=story.side(roll["side"]))
    return f"{doing}: rolls {sum_words(roll, {})}, needs {made['target']}+{why}: {verdict}{also}."


def helps_of(narrator: "Bloodbowl", side: int) -> list[str]:
    return [help for help in HELPS if help in narrator.owned[side]]


def argued(narrator: "Bloodbowl", step: StoryStep, roll: Event) -> Event:
    """The roll with what it needed and whether it worked: what happens next decides where helps might not add up."""
    face, needed = roll["total"], LISTENS_ON - len(helps_of(narrator, roll["side"]))
    later = _later(step, roll)
    gone = any(topic(event) in ("off:sent-off", "bribe") for event in later)
    passed = face != EJECTS_ON and not gone and (face >= needed or any(event["e"] == "turn-over" for event in later))
    if face != EJECTS_ON:
        needed = min(needed, face) if passed else max(needed, face + 1)
    return {**roll, "target": needed, "passed": passed}


def _later(step: StoryStep, roll: Event) -> list[Event]:
    """What follows until the coach argues for somebody else."""
    place = next(place for place, event in enumerate(step.events) if event is roll)
    return list(takewhile(lambda event: topic(event) != "argue", step.events[place + 1 :]))


def _ended(step: StoryStep, roll: Event) -> bool:
    """Whether it is known how it ended: some may argue again, and that is another step."""
    return bool(_later(step, roll))


SENTENCES: dict[str, Sentence] = {"foul": foul, "roll:argue": argue}
