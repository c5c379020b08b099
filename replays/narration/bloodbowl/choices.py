"""What coaches decide, where no event says so."""

from replays.narration import signed
from replays.narration.bloodbowl.story import Sentence, Story
from replays.narration.bloodbowl.words import ACTS, FACES
from replays.story_steps import Event

BAD_FACES = frozenset({1, 2})
NOBODY = -1


def action_chosen(story: Story, choice: Event) -> str:
    """Against one opponent: the answer is [what, whom]."""
    what, target = choice["answer"]
    return ACTS[what].format(one=story.who, other=story.name(target))


def special(story: Story, choice: Event) -> str:
    words = ACTS.get(story.action, "{one} goes for {other}.")
    return words.format(one=story.who, other=story.name(choice["answer"]))


def passes(story: Story, choice: Event) -> str:
    return f"{story.who} looks for {story.whom_or_where(choice['answer'][1])}."


def dump_off(story: Story, choice: Event) -> str:
    return f"The ball is thrown to {story.whom_or_where(choice['answer'])}."


def hurls(story: Story, choice: Event) -> str:
    mates = [each["answer"][1] for each in story.before("step:throw")]
    mate = story.name(mates[-1]) if mates else "a team-mate"
    verb = "kicks" if story.action == "kick-team-mate" else "throws"
    return f"{story.who} {verb} {mate} towards {story.square(choice['answer'])}."


def bombs(story: Story, choice: Event) -> str:
    return f"The bomb is meant for {story.whom_or_where(choice['answer'])}."


def follow_up(story: Story, choice: Event) -> str:
    if choice["answer"] or story.pusher is None:
        return ""
    return f"{story.crowd()} {story.name(story.pusher)} does not follow up.".strip()


def re_roll(story: Story, choice: Event) -> str:
    """A re-roll that was not taken, where one might have expected it."""
    last = story.last()
    if choice["answer"] != "no" or last is None:
        return ""
    bad = last["e"] == "roll" and last["passed"] is False
    bad = bad or (last["e"] == "block-dice" and set(last["faces"]) <= BAD_FACES)
    return f"{story.side(choice['side'])} do not re-roll." if bad else ""


def end_turn(story: Story, choice: Event) -> str:
    """Also of a turn that ends a drive; a heading for the next turn says enough."""
    ends = choice["answer"] == "end-turn" and not story.after("phase")
    return f"{story.side(choice['side'])} end the turn." if ends else ""


def yes_no(yes: str, no: str = "") -> Sentence:
    def tell(story: Story, choice: Event) -> str:
        return (yes if choice["answer"] else no).format(side=story.side(choice["side"]), who=story.who)

    return tell


def somebody(words: str, nobody: str = "") -> Sentence:
    """The answer is a player, or nobody."""

    def tell(story: Story, choice: Event) -> str:
        if choice["answer"] == NOBODY:
            return nobody.format(who=story.who)
        return words.format(who=story.who, one=story.name(choice["answer"])) if words else ""

    return tell


SENTENCES: dict[str, Sentence] = {
    **{f"choice:step:{what}": action_chosen for what in ACTS},
    "choice:special-target": special,
    "choice:step:pass": passes,
    "choice:step:hail-mary-pass": passes,
    "choice:dump-off": dump_off,
    "choice:throw-target": hurls,
    "choice:bomb-target": bombs,
    "choice:follow-up": follow_up,
    "choice:re-roll": re_roll,
    "choice:activate": end_turn,
    "choice:activate:forgo": lambda story, choice: f"{story.name(choice['answer'][1])} forgoes the activation.",
    "choice:apothecary": yes_no("{side} send for the apothecary.", "{side} do without the apothecary."),
    "choice:argue": yes_no("", "{side} do not argue."),
    "choice:bribe": yes_no("", "{side} offer no bribe."),
    "choice:catch": yes_no("", "{side} let the ball come down."),
    "choice:change-to-move": yes_no("{who} only moves instead."),
    "choice:convert": yes_no("Juggernaut turns Both Down into Push Back."),
    "choice:throw-a-rock": yes_no("From the stands of {side} comes a rock."),
    "choice:bite": somebody("{who} bites {one}.", "{who} bites nobody."),
    "choice:lash-out": somebody("{who} lashes out at {one}."),
    "choice:second-target": somebody("{who} takes on {one} as well."),
    "choice:intercept": somebody("", "Nobody tries to intercept."),
    "choice:high-kick": somebody("", "Nobody runs under the ball."),
    "choice:zap": somebody("The target is {one}."),
    "choice:fireball": lambda story, choice: f"It comes down at {story.square(choice['answer'])}.",
    "choice:block-die": lambda story, choice: f"{story.side(choice['side'])} choose {FACES[choice['answer']]}.",
    "choice:casualty": lambda story, choice: f"{story.side(choice['side'])} take {story.title(choice['answer'])}.",
    "choice:kick-or-receive": lambda story, choice: f"{story.side(choice['side'])} choose to {choice['answer']}.",
    "choice:prayer-skill": lambda story, choice: f"The new skill is {story.title(choice['answer'])}.",
    "choice:weather-shift": lambda story, choice: (
        f"The mage shifts the weather by {signed(choice['answer'])}." if choice["answer"] else ""
    ),
}
