"""Where the ball goes by itself: where it comes down, whom it hits, where it bounces, and what the crowd does with it."""

from collections.abc import Iterable

from engine.rules.field import DIRECTIONS
from replays.narration.bloodbowl.rolls import both, faces_of, ways
from replays.narration.bloodbowl.story import Sentence, Story
from replays.narration.bloodbowl.words import COMPASS
from replays.story_steps import Event, topic

BOUNCE, CATCH, THROW_IN = "roll:bounce", "roll:catch", "roll:throw-in direction"
TRIES = (CATCH, "roll:pick-up")  # in the square where the ball is
MEANWHILE = ("choice", "re-roll", "used-skill", "turn-over")  # does not move the ball


def came_down(story: Story, event: Event) -> str:
    to, following = event["square"], _following(story)
    let_fall = [choice for choice in story.after("choice") if choice["question"] == "catch"]
    hit = whom(story, to) if following and topic(following) == BOUNCE and not let_fall else ""
    return f"The ball comes down at {story.square(to)}{f' on {hit}, who cannot catch it' if hit else ''}."


def _following(story: Story) -> Event | None:
    """The next event that is no choice; that the ball is taken up is nothing new while it is in the air."""
    later = (event for event in story.step.events[story.place + 1 :] if event["e"] != "choice")
    return next((event for event in later if not _is_lifted(event)), None)


def _is_lifted(event: Event) -> bool:
    return event["e"] == "ball" and event["square"] is None and event["holder"] is None


def whom(story: Story, square: int | None) -> str:
    return next((story.name(player) for player, at in story.board.at.items() if at == square), "")


def _what_flies(story: Story) -> str:
    hurls = story.before("throw-team-mate")
    if hurls and not story.in_the_air:
        return story.name(hurls[-1]["mate"])
    return "The bomb" if story.before("bomb") else "The ball"


def scatter(story: Story, roll: Event) -> str:
    return f"{_what_flies(story)} scatters: {ways(story.row('roll:scatter'))}."


def bounce(story: Story, roll: Event) -> str:
    """With the square where it comes to rest, whoever it hits, or the edge of the pitch."""
    return f"{_what_flies(story)} bounces {COMPASS[roll['total']]}{_whither(story)} ({faces_of(roll)})."


def _whither(story: Story) -> str:
    following = _following(story)
    if following is None:
        return ""
    if following["e"] == "ball" and following["square"] is not None:
        story.cover(following)
        return f" to {story.square(following['square'])}"
    match topic(following):
        case "roll:catch":
            return f" to {story.name(following['player'])}"
        case "roll:bounce":
            hit = whom(story, _landed(story))
            return f" and hits {hit}, who cannot catch it" if hit else ""
        case "roll:throw-in direction":
            return " and out of the pitch"
        case _:
            return ""


def _landed(story: Story) -> int | None:
    """The square where a bounce ends that the log does not name: found from where the ball is seen next, or was last."""
    events, place = story.step.events, story.place
    after = _seen(story, events[place + 1 :], -1)
    return _seen(story, reversed(events[: place + 1]), 1) if after is None else after


def _seen(story: Story, events: Iterable[Event], sign: int) -> int | None:
    """Go through bounces up to a square that is known, and from there as many steps, on or back."""
    pitch, steps = story.narrator.edition.pitch, list[tuple[int, int]]()
    for event in events:
        known = _known(story, event)
        if known is not None:
            for dx, dy in reversed(steps):
                known = pitch.step(known, (sign * dx, sign * dy))
                if not pitch.on(known):
                    return None
            return known
        if topic(event) == BOUNCE:
            steps.append(DIRECTIONS[event["total"] - 1])
        elif event["e"] not in MEANWHILE and not _is_lifted(event):
            return None
    return None


def _known(story: Story, event: Event) -> int | None:
    if event["e"] in ("came-down", "ball"):
        square: int | None = event["square"]
        return square
    return story.board.at.get(event["player"]) if topic(event) in TRIES else None


def throw_in(story: Story, roll: Event) -> str:
    last = story.last()
    distance = [each for each in story.after("roll") if each["what"] == "throw-in distance"][:2]
    for each in distance:
        story.cover(each)
    far = f", {both(distance)} for the distance" if distance else ""
    again = last is not None and topic(last) == "roll:throw-in distance"
    crowd = "The ball goes out again, and the crowd throws it back" if again else "The crowd throws the ball back"
    return f"{crowd}: {faces_of(roll)} for the direction{far}."


SENTENCES: dict[str, Sentence] = {
    "came-down": came_down,
    "roll:scatter": scatter,
    BOUNCE: bounce,
    THROW_IN: throw_in,
}
