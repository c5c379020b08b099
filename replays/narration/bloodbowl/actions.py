"""What players do to each other and what becomes of them: blocks, fouls, throws, injuries; and what staff and fans do."""

from engine.rules.injury import FIREBALL
from replays.narration import figure, listed, signed
from replays.narration.bloodbowl.blocks import chosen_face, strengths_of
from replays.narration.bloodbowl.rolls import both, faces_of
from replays.narration.bloodbowl.story import Sentence, Story
from replays.narration.bloodbowl.words import (
    DECLARED,
    FACES,
    HURLS,
    INJURIES,
    KICK_OFFS,
    NUMBERS,
    PASSES,
    PRAYERS,
    TEAM_REROLLS,
    TWISTS,
)
from replays.story_steps import Event, topic

DRAW = "roll:random player"


def declare(story: Story, event: Event) -> str:
    """What is intended, unless the action itself comes at once."""
    acts = any(topic(each).startswith("step:") and topic(each) not in _MOVES for each in story.after("choice"))
    if acts or story.after("special-target") or story.after("block-dice"):
        return ""
    other = "" if event["target"] is None else f" {story.name(event['target'])}"
    action: str = event["action"]
    words = DECLARED.get(action, "{one} declares: " + action.replace("-", " ") + ".")
    return words.format(one=story.name(event["player"]), other=other)


_MOVES = frozenset({"step:move", "step:jump", "step:rush", "step:end"})


# Blocks -------------------------------------------------------------------------------------------------------------------


def block_dice(story: Story, event: Event) -> str:
    faces = listed([FACES[face] for face in event["faces"]])
    if story.before("block-dice"):
        return f"Now {faces}."
    mine, theirs = strengths_of(event, story.narrator.source)
    number = len(event["faces"])
    dice = "one die" if number == 1 else f"{NUMBERS.get(number, number)} dice"
    return f"{_who_hits_whom(story, event)}, strength {mine} against {theirs}: {dice}, {faces}."


def _who_hits_whom(story: Story, event: Event) -> str:
    """Nothing but Frenzy makes somebody block the same opponent twice."""
    one, other = story.name(event["player"]), story.name(event["target"])
    if (event["player"], event["target"]) in story.narrator.blocked:
        return f"Frenzy makes {one} block {other} again"
    verb = "blitzes" if story.action == "blitz" and story.actor == event["player"] else "blocks"
    return f"{one} {verb} {other}"


def block(story: Story, event: Event) -> str:
    """What it comes to if that is not what the face says; who moves and falls is told as it happens."""
    one, other, result = event["player"], event["target"], event["result"]
    story.pusher, story.left = one, story.board.at.get(other)
    story.down |= {one, other} if result == "both-prone" else set()
    thrown = [each for each in story.before("block-dice") if each["target"] == other]
    face = chosen_face(story.step, thrown[-1]) if thrown else None
    if result == "both-down" and not story.after("stance"):
        return "Both keep their feet."
    return "" if face is None else TWISTS.get((face, result), "")


# Throws -------------------------------------------------------------------------------------------------------------------


def thrown(story: Story, event: Event) -> str:
    return PASSES.get(event["outcome"], "").format(one=story.name(event["player"]))


def hand_off(story: Story, event: Event) -> str:
    return f"{story.name(event['player'])} hands the ball to {story.name(event['target'])}."


def hurl(story: Story, event: Event) -> str:
    return HURLS.get(event["outcome"], "").format(one=story.name(event["player"]), other=story.name(event["mate"]))


def landing(story: Story, event: Event) -> str:
    name = story.name(event["player"])
    return f"{name} lands safely." if event["safe"] else f"{name} lands badly."


def explosion(story: Story, event: Event) -> str:
    return f"The bomb goes off at {story.square(event['square'])}."


# Injuries and the like ----------------------------------------------------------------------------------------------------


def injury(story: Story, event: Event) -> str:
    player, result = event["player"], event["result"]
    name = story.name(player)
    if result == "stunned" and event["cause"] == "crowd":
        return f"{name} gets away with it and goes to the reserves."
    back = [each for each in story.after("off") if each["player"] == player and each["where"] == "reserves"]
    if result == "badly-hurt" and back:
        return f"{name} is patched up and goes to the reserves."
    return INJURIES.get(result, "").format(one=name)


def distracted(story: Story, event: Event) -> str:
    return f"{story.name(event['player'])} is distracted, marking nobody for now."


def held(story: Story, event: Event) -> str:
    return f"{story.name(event['player'])} is held by {story.name(event['by'])} and cannot get away."


def gouged(story: Story, event: Event) -> str:
    return f"{story.name(event['player'])} has had a finger of {story.name(event['by'])} in the eye and assists nobody for now."


def stalled(story: Story, event: Event) -> str:
    return f"{story.name(event['player'])} could have scored without a roll: the team is noted for stalling."


# Skills, re-rolls, staff --------------------------------------------------------------------------------------------------


def reroll(story: Story, event: Event) -> str:
    source, last = event["source"], story.last()
    if last is not None and topic(last) == "roll:mascot" and last["passed"] is False:
        return ""  # it was said that it is gone
    lost = "" if _rolled_again(story) else " for nothing"
    if source in TEAM_REROLLS:
        return f"{story.team(event['player'])} spend {TEAM_REROLLS[source]}{lost}."
    return f"{story.name(event['player'])} {'tries' if lost else 'rolls again with'} {story.title(source)}{lost}."


def _rolled_again(story: Story) -> bool:
    """Whether the dice for which the re-roll is meant are rolled once more."""
    rolled = [topic(each) for each in story.before("roll") + story.before("block-dice")]
    return any(topic(each) in rolled for each in story.after("roll") + story.after("block-dice"))


def used_skill(story: Story, event: Event) -> str:
    """Not where the next roll says so anyway."""
    following, last = story.next(), story.last()
    if following and following["e"] == "roll" and event["skill"] in (following["what"], *dict(following["modifiers"])):
        return ""
    name, skill = story.name(event["player"]), story.title(event["skill"])
    if event.get("adds") and last is not None and last["e"] == "roll":
        return f"{name} adds {skill}, {signed(event['adds'])}: {figure(last['total'] + event['adds'])}, made."
    return f"{name} uses {skill}."


def kick_off(story: Story, event: Event) -> str:
    rolls = story.before("roll:kick-off")
    rolled = f", {both(rolls)}" if rolls else ""
    effect = KICK_OFFS.get(event["event"], "")
    return f"Kick-off event{rolled}: {story.title(event['event'])}{f', {effect}' if effect else ''}."


def prayer(story: Story, event: Event) -> str:
    rolled, draws = _prayed(story.before("roll:prayer")), story.before(DRAW)
    drawn = f" (drawn with {listed([faces_of(draw) for draw in draws])})" if draws else ""
    players = f"{listed([story.name(player) for player in event['players']])}{drawn}" if event["players"] else ""
    effect = PRAYERS.get(event["prayer"], "")
    effect = effect.format(who=players or "nobody") if "{" in effect else f"{effect}{players and f' for {players}'}"
    return f"{story.side(event['side'])} have paid for a prayer{rolled}: {story.title(event['prayer'])}, {effect}."


def _prayed(rolls: list[Event]) -> str:
    """A prayer that was answered before is rolled again."""
    if not rolls:
        return ""
    *earlier, last = [faces_of(roll) for roll in rolls]
    return (
        f", {', '.join(f'{faces}, which they have already' for faces in earlier)}, then {last}"
        if earlier
        else f", {last}"
    )


def draw(story: Story, roll: Event) -> str:
    """A player at random; a prayer names the dice itself."""
    return "" if story.after("prayer") else f"{story.side(roll['side'])} draw a player at random: {faces_of(roll)}."


def inducement(story: Story, event: Event) -> str:
    side, name = story.side(event["side"]), story.title(event["inducement"])
    if event["inducement"] in (FIREBALL, "zap"):
        return f"The wizard of {side} casts {name}."
    helped = "" if event["player"] is None else f" for {story.name(event['player'])}"
    return f"{side} make use of {name}{helped}."


SENTENCES: dict[str, Sentence] = {
    "declare": declare,
    "block-dice": block_dice,
    "block": block,
    "pass": thrown,
    "bomb": thrown,
    "hand-off": hand_off,
    "throw-team-mate": hurl,
    "landing": landing,
    "explosion": explosion,
    "injury": injury,
    "distracted": distracted,
    "held": held,
    "gouged": gouged,
    "stalled": stalled,
    "re-roll": reroll,
    "staff-re-roll": lambda story, event: f"{story.side(event['side'])} spend {TEAM_REROLLS[event['source']]}.",
    "used-skill": used_skill,
    "kick-off": kick_off,
    "prayer": prayer,
    DRAW: draw,
    "inducement": inducement,
}
