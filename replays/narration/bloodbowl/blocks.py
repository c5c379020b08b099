"""Block dice and pushes as the viewer draws them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.rules.contest import OWN
from replays.narration import signed
from replays.narration.bloodbowl.words import SOURCES
from replays.story_steps import Event, StoryStep, topic

BOTH_DOWN, PUSH_BACK = 2, 3
SWING = "roll:ball and chain"
Push = dict[str, Any]


def strengths_of(dice: Event, title: Callable[[str], str]) -> list[str]:
    """Both strengths in words, each with what it is made of where that is more than the player's own."""
    parts = dice.get("made_of") or ((), ())  # matches of old do not say
    return [_strength(total, made_of, title) for total, made_of in zip(dice["strengths"], parts, strict=True)]


def _strength(total: int, made_of: Sequence[tuple[str, int]], title: Callable[[str], str]) -> str:
    own = sum(value for source, value in made_of if source == OWN)
    added = [
        f"{signed(value)} for {SOURCES.get(source) or title(source)}" for source, value in made_of if source != OWN
    ]
    return f"{total} ({own}, {', '.join(added)})" if added else str(total)


def block_of(step: StoryStep, title: Callable[[str], str]) -> dict[str, Any] | None:
    """The dice as they lay in the end, with the earlier throws of the same dice and the face that was chosen."""
    thrown = step.found("block-dice")
    if not thrown:
        return None
    last = thrown[-1]
    return {
        "player": last["player"],
        "target": last["target"],
        "faces": list(last["faces"]),
        "chooser": last["chooser"],
        "chosen": chosen_face(step, last),
        "strengths": strengths_of(last, title),
        "rerolled": [list(each["faces"]) for each in thrown[:-1]],
    }


def chosen_face(step: StoryStep, dice: Event) -> int | None:
    """The face that counts, where it is settled in this step. A Both Down may have been treated as a Push Back."""
    faces = dice["faces"]
    if not any(each["target"] == dice["target"] for each in step.found("block")):
        return None
    answers = [choice["answer"] for choice in step.choices if choice["question"] == "block-die"]
    if len(set(faces)) == 1:
        return int(faces[0])
    picked = [face for face in answers if face in faces]
    converted = (face for face in (PUSH_BACK, BOTH_DOWN) if face in faces)
    return int(picked[-1]) if picked else next(converted, None)


def push_places(step: StoryStep) -> list[int]:
    """The places of the moves in the step that are pushes."""
    if not _has_shoves(step):
        return []
    pusher, places = None, []
    for place, event in enumerate(step.events):
        if _is_shove(event):
            pusher = event["player"]
        elif event["e"] == "move" and pusher not in (None, event["player"]):
            places.append(place)
    return places


def _is_shove(event: Event) -> bool:
    return event["e"] == "block" or topic(event) == SWING


def _has_shoves(step: StoryStep) -> bool:
    """Nobody is pushed without them."""
    return "block" in step.named or SWING in step.named


def pushes_of(step: StoryStep, part: StoryStep, at: Mapping[int, int]) -> list[Push]:
    """The pushes of the step in the order of the chain, from where each is pushed, and which are made in this part of it.

    `at` is where everybody is before it.
    """
    if not _has_shoves(step):
        return []
    made: list[tuple[int, list[int] | None]] = [(event["player"], list(event["path"])) for event in part.found("move")]
    made += [(event["player"], None) for event in part.found("injury")]
    return [
        push | {"now": (push["player"], push["path"] if push["path"][1] is not None else None) in made}
        for push in _in_order(step, at)
    ]


def _in_order(step: StoryStep, at: Mapping[int, int]) -> list[Push]:
    found = list(_found(step, at))
    ordered: list[Push] = []
    targets = [event["target"] for event in step.found("block")]
    while found:
        nexts = [push for push in found if ordered and push["path"][0] == ordered[-1]["path"][1]]
        firsts = [push for push in found if push["player"] in targets]
        push = (nexts or firsts or found)[0]
        if nexts:
            push["behind"] = ordered[-1]["path"][0]
        found.remove(push)
        ordered.append(push)
    return ordered


def _found(step: StoryStep, at: Mapping[int, int]) -> Iterator[Push]:
    where, pusher, behind = dict(at), None, None
    crowded = {event["player"] for event in step.found("injury") if event["cause"] == "crowd"}
    crowded -= {roll["player"] for roll in step.rolls if roll["what"] == "trapdoor"}
    for event in step.events:
        if _is_shove(event):
            pusher = event["player"]
            behind = where.get(pusher)
        elif event["e"] == "move":
            if pusher not in (None, event["player"]):
                yield {"player": event["player"], "path": list(event["path"]), "behind": behind}
            where[event["player"]] = event["path"][-1]
        elif topic(event) == "roll:injury" and event["player"] in crowded and pusher not in (None, event["player"]):
            crowded.discard(event["player"])
            yield {"player": event["player"], "path": [where.get(event["player"]), None], "behind": behind}
