"""What happens on the board: set-up, runs, pushes, falls, the ball, touchdowns, halves."""

from replays.narration.bloodbowl.rolls import both
from replays.narration.bloodbowl.story import Sentence, Story
from replays.narration.bloodbowl.words import WEATHERS
from replays.story_steps import Event


def put(story: Story, event: Event) -> str:
    """A whole set-up in one sentence, others one by one."""
    if not [choice for choice in story.step.choices if choice["question"] == "set-up"]:
        return f"{story.name(event['player'])} is set up at {story.square(event['square'])}."
    side = story.narrator.side(event["player"])
    number = len([each for each in story.row("put") if story.narrator.side(each["player"]) == side])
    kicks = [phase for phase in story.before("phase:set-up") if phase["side"] == side]
    players = "1 player" if number == 1 else f"{number} players"
    return f"{story.side(side)} set up {players}{' and will kick' if kicks else ''}."


def move(story: Story, event: Event) -> str:
    player, to = event["player"], story.square(event["path"][-1])
    name = story.name(player)
    if story.pusher is not None and player != story.pusher:
        return _pushed(story, event)
    if story.pusher == player and event["path"][-1] == story.left:
        return f"{story.crowd()} {name} follows up.".strip()
    if [hurl for hurl in story.before("throw-team-mate") if hurl["mate"] == player]:
        return f"{name} comes down at {to}."
    later = story.until_dice("move") if player == story.actor else story.following("move")
    steps = [event, *(each for each in later if each["player"] == player)]
    return _run(story, steps) if player == story.actor or len(steps) > 1 else f"{name} moves to {to}."


def _pushed(story: Story, event: Event) -> str:
    hit = [block["target"] for block in story.before("block")]
    how = "is pushed on to" if hit and event["player"] not in hit else "is pushed to"
    return f"{story.name(event['player'])} {how} {story.square(event['path'][-1])}."


def _run(story: Story, steps: list[Event]) -> str:
    """All these steps of a player, with no dice between them, in one sentence."""
    player, to = steps[0]["player"], story.square(steps[-1]["path"][-1])
    last, following = story.last(), story.next()
    for each in steps:
        story.cover(each)
    if last and last["e"] == "roll" and last["passed"] is False and following and following["e"] == "stance":
        return f"{story.name(player)} stumbles into {to}."
    if [each for each in story.before("move") if each["player"] == player]:
        return f"{story.name(player)} goes on to {to}."
    number = sum(len(each["path"]) - 1 for each in steps)
    carries = story.vary("carries the ball", "runs the ball", "takes the ball")
    how = carries if story.holder == player else story.vary("moves", "runs", "goes")
    squares = "1 square" if number == 1 else f"{number} squares"
    return f"{story.name(player)} {how} {squares} to {to}."


def stance(story: Story, event: Event) -> str:
    player, name = event["player"], story.name(event["player"])
    if event["stance"] == "standing":
        return f"{name} stands up."
    if event["stance"] == "stunned":
        told = [each for each in story.after("injury") if each["player"] == player]
        return "" if told else f"{name} is stunned."
    if player in story.down:
        return ""
    if story.board.status.get(player) == "stunned":
        return f"{story.settle()} {name}, stunned until now, turns over.".strip()
    return f"{name} goes down."


def off(story: Story, event: Event) -> str:
    player, name = event["player"], story.name(event["player"])
    if event["where"] == "sent-off":
        return f"{name} is sent off."
    joins = event["where"] == "reserves" and story.board.status.get(player) == "out"
    return f"{name} joins {story.team(player)}." if joins else ""


def ball(story: Story, event: Event) -> str:
    if event["holder"] is not None:
        name = story.name(event["holder"])
        return f"Touchback: {name} is given the ball." if story.answer("touchback") else f"{name} has the ball."
    if event["square"] is None:
        return ""
    square = story.square(event["square"])
    if story.answer("put-down"):
        return f"The ball is put down safely at {square}."
    return (
        f"Touchback: the ball is placed at {square}."
        if story.answer("touchback-square")
        else f"The ball lies at {square}."
    )


def score(story: Story, event: Event) -> str:
    home, away = event["score"]
    side, scorer = story.side(event["side"]), None if story.holder is None else story.name(story.holder)
    how = story.vary("is over the line", "reaches the end zone", "takes the ball home")
    return f"Touchdown! {f'{scorer} {how} for {side}' if scorer else f'{side} score'}. It stands {home} : {away}."


def phase(story: Story, event: Event) -> str:
    match event["name"]:
        case "half":
            return f"The {story.step.phase.half.lower()} begins."
        case "set-up" if not story.after("put"):
            return f"The teams are to line up, and {story.side(event['side'])} will kick."
        case "overtime":
            return "It goes into extra time."
        case "drive-end":
            return "The drive is over." if story.step.rolls else "The drive is over, and everybody leaves the pitch."
        case "end":
            return _result(story)
        case _:
            return ""


def _result(story: Story) -> str:
    narrator = story.narrator
    home, away = narrator.score
    if narrator.conceded is not None:
        return f"The match is over: {story.side(1 - narrator.conceded)} win."
    told = f"Full time: {story.side(0)} {home}, {story.side(1)} {away}."
    for side in (0, 1):
        if narrator.score[side] > narrator.score[1 - side]:
            return f"{told} {story.side(side)} win."
    won = _penalties(story)
    if won[0] != won[1]:
        winner = story.side(0 if won[0] > won[1] else 1)
        return f"{told} {winner} win {max(won)} : {min(won)} on penalties."
    return f"{told} The match is drawn."


def _penalties(story: Story) -> list[int]:
    """How many penalties each side has won; equal rolls were rolled again."""
    faces = [face for _, face in story.narrator.penalties]
    pairs = list(zip(faces[::2], faces[1::2], strict=True))
    return [sum(one > other for one, other in pairs), sum(other > one for one, other in pairs)]


def conceded(story: Story, event: Event) -> str:
    return (
        f"{story.side(event['side'])} give the match up{'' if event['penalty'] else ', having too few players left'}."
    )


def weather(story: Story, event: Event) -> str:
    rolls = story.before("roll:weather")
    rolled = f", {both(rolls)}" if rolls else ""
    effect = WEATHERS.get(event["weather"], "")
    return f"The weather{rolled}: {story.title(event['weather'])}{f', {effect}' if effect else ''}."


SENTENCES: dict[str, Sentence] = {
    "put": put,
    "move": move,
    "stance": stance,
    "off": off,
    "ball": ball,
    "score": score,
    "phase": phase,
    "conceded": conceded,
    "weather": weather,
}
