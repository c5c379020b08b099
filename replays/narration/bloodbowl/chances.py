"""The dice, roll by roll."""

from replays.narration.bloodbowl.rolls import (
    PURPOSES,
    Purpose,
    armour_words,
    faces_of,
    sum_words,
    test_words,
)
from replays.narration.bloodbowl.story import Sentence, Story
from replays.narration.bloodbowl.words import COMPASS, SOURCES
from replays.story_steps import Event, topic

# What comes of the die of hired staff, by whether it is enough.
STAFF = {"dodgy-league-rep": ("seen", "not seen"), "halfling-master-chef": ("one more re-roll for them", "nothing")}
LOST = {"av": "armour", "ma": "speed", "pa": "the throwing arm", "ag": "agility", "st": "strength"}


def sources(story: Story, roll: Event) -> dict[str, str]:
    return {name: SOURCES.get(name, story.narrator.source(name)) for name, _ in roll["modifiers"]}


def any_roll(story: Story, roll: Event) -> str:
    """Who does what, the dice, and whether it is enough."""
    purpose = PURPOSES.get(roll["what"]) or Purpose("", f"tests {story.title(roll['what'])}")
    clause = _clause(story, roll, purpose.doing)
    verdict = purpose.verdict(roll)
    if roll["target"] is not None:
        return f"{clause}: {test_words(roll, sources(story, roll), verdict)}"
    return f"{clause}: {sum_words(roll, sources(story, roll))}{f', {verdict}' if verdict else ''}."


def _clause(story: Story, roll: Event, doing: str) -> str:
    side = story.side(roll["side"])
    one = side if roll["player"] is None else story.name(roll["player"])
    return doing.format(one=one, side=side) if "{" in doing else f"{one} {doing}"


def snack(story: Story, roll: Event) -> str:
    """First the two sides see who has to eat it."""
    if roll["player"] is not None:
        return any_roll(story, roll)
    return f"{story.side(roll['side'])} roll {faces_of(roll)} to be spared the snack."


def up_to(story: Story, roll: Event) -> str:
    """What the edition adds to the die."""
    most = roll["total"] + story.narrator.edition.kick_off_players
    doing = _clause(story, roll, PURPOSES[roll["what"]].doing)
    return f"{doing}: {sum_words(roll, sources(story, roll))}, up to {most} players."


def staff(story: Story, roll: Event) -> str:
    """Whether the die of hired staff is enough."""
    good, bad = STAFF[roll["what"]]
    verdict = good if roll["total"] >= story.narrator.works_on(roll["what"]) else bad
    doing = _clause(story, roll, PURPOSES[roll["what"]].doing)
    return f"{doing}: {sum_words(roll, sources(story, roll))}, {verdict}."


def chain(story: Story, roll: Event) -> str:
    """Whoever lies in the way is pushed."""
    story.pusher = roll["player"]
    return any_roll(story, roll)


# Injuries -----------------------------------------------------------------------------------------------------------------


def armour(story: Story, roll: Event) -> str:
    return armour_words(roll, story.name(roll["player"]), sources(story, roll))


def injury(story: Story, roll: Event) -> str:
    told = f"Injury roll for {story.name(roll['player'])}: {sum_words(roll, sources(story, roll))}."
    return " ".join(filter(None, [story.crowd() or _leaves(story, roll["player"]), told]))


def _leaves(story: Story, player: int) -> str:
    """How somebody whom nobody pushed got off the pitch, if it is the crowd that hurts."""
    ends = [event for event in story.after("injury") if event["player"] == player]
    if not ends or ends[0]["cause"] != "crowd" or story.is_pushed(player):
        return ""
    fell = [each for each in story.before("roll:trapdoor") if each["player"] == player]
    flew = [each for each in story.before("throw-team-mate") if each["mate"] == player]
    how = "falls through" if fell else "flies into the crowd" if flew else "ends up in the crowd"
    return f"{story.name(player)} {how}."


def casualty(story: Story, roll: Event) -> str:
    again = [each for each in story.before("roll:casualty") if each["player"] == roll["player"]]
    which = "Second casualty roll" if again else "Casualty roll"
    return f"{which} for {story.name(roll['player'])}: {faces_of(roll)}."


def lasting_injury(story: Story, roll: Event) -> str:
    lost = LOST[story.narrator.edition.lasting_injuries.row(roll["total"])]
    return f"{story.name(roll['player'])} will never be the same: {faces_of(roll)}, {lost} suffers."


# Kicks --------------------------------------------------------------------------------------------------------------------


def kick(story: Story, roll: Event) -> str:
    """Direction and distance together; a kicker with the Kick skill halves the die."""
    aim, kicker = story.answer("aim"), story.answer("kicker")
    far = next(iter(story.after("roll:kick distance")), None)
    if far is None or aim is None:
        return f"The kick goes {COMPASS[roll['total']]}: {faces_of(roll)}."
    story.cover(far)
    halved = [each for each in story.before("used-skill") if each["skill"] == "kick"]
    number = (far["total"] + 1) // 2 if halved else far["total"]
    squares = "1 square" if number == 1 else f"{number} squares"
    who = f"{story.name(kicker['answer'])} kicks" if kicker else f"{story.side(far['side'])} kick"
    drifts = f"The ball drifts {squares} {COMPASS[roll['total']]} ({faces_of(roll)}, {faces_of(far)})."
    return f"{who} towards {story.square(aim['answer'])}. {drifts}"


def named_with_event(story: Story, roll: Event) -> str:
    """The event that follows names the dice; if it does not come, they are named here."""
    kind = topic(roll).removeprefix("roll:")
    return "" if story.after(kind) else f"{story.side(roll['side'])} roll for the {kind}: {faces_of(roll)}."


SENTENCES: dict[str, Sentence] = {
    "roll": any_roll,
    "roll:ball and chain": chain,
    **{f"roll:{who}": staff for who in STAFF},
    "roll:charge": up_to,
    "roll:quick snap": up_to,
    "roll:solid defence": up_to,
    "roll:dodgy snack": snack,
    "roll:armour": armour,
    "roll:injury": injury,
    "roll:casualty": casualty,
    "roll:lasting-injury": lasting_injury,
    "roll:kick direction": kick,
    "roll:kick-off": named_with_event,
    "roll:weather": named_with_event,
    "roll:prayer": named_with_event,
}
