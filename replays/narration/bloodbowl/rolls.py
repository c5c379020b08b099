"""What the dice of Blood Bowl are for, and a roll as a sentence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.skills.traits.bombs import HIT
from replays.narration import faces_words, figure, listed, signed
from replays.narration.bloodbowl.words import COMPASS
from replays.story_steps import Event

CLAWED = "Claws: 8 or more on the dice is enough"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a roll is for: as a label, and as what somebody is doing who rolls it."""

    label: str
    doing: str
    verdict: Callable[[Event], str] = lambda roll: ""  # where it is more than whether a number was reached


def _from(least: int, good: str, bad: str) -> Callable[[Event], str]:
    return lambda roll: good if roll["total"] >= least else bad


def _either(good: str, bad: str) -> Callable[[Event], str]:
    return lambda roll: good if roll["passed"] else bad


def _players(roll: Event) -> str:
    return "one player" if roll["total"] == 1 else f"{roll['total']} players"


def _towards(roll: Event) -> str:
    return COMPASS[roll["total"]]


PURPOSES: dict[str, Purpose] = {
    "argue": Purpose("arguing the call", "The coach of {side} argues for {one}"),
    "armour": Purpose("armour", ""),
    "bad habits": Purpose("number of players", "count the players with Bad Habits", _players),
    "ball and chain": Purpose("direction of the chain", "lets the chain swing"),
    "bomb": Purpose("blast of the bomb", "is next to the bomb", _from(HIT, "hit", "not hit")),
    "bounce": Purpose("bounce", "", _towards),
    "bribe": Purpose(
        "bribe",
        "{side} offer a bribe for {one}",
        _from(2, "the referee takes it and lets it pass", "the referee is offended"),
    ),
    "brilliant coaching": Purpose("Brilliant Coaching", "try to outcoach the other side"),
    "captain": Purpose(
        "captain's luck",
        "as captain may save the re-roll",
        _either("it is not spent after all", "it is spent"),
    ),
    "casualty": Purpose("casualty", ""),
    "catch": Purpose("catch", "tries to catch"),
    "charge": Purpose("Charge", "count those who may charge"),
    "cheering fans": Purpose("cheering", "listen to the stands"),
    "chomp": Purpose("chomp", "tries to get the teeth in"),
    "dodge": Purpose("dodge", "dodges"),
    "dodgy snack": Purpose(
        "Dodgy Snack", "has had the snack", _from(2, "slower and softer for this drive", "off to the reserves")
    ),
    "dodgy-league-rep": Purpose("Dodgy League Rep", "is watched by the Dodgy League Rep"),
    "fans": Purpose("fans", "count their fans", lambda roll: "the fan factor"),
    "fireball": Purpose("fireball", "is near the fireball", _either("hit", "not hit")),
    "halfling-master-chef": Purpose("Master Chef", "are cooked for"),
    "injury": Purpose("injury", ""),
    "invaders": Purpose("Pitch Invasion, number of players", "are overrun", _players),
    "intercept": Purpose("interception", "tries to intercept"),
    "josef-bugman-staff": Purpose("Josef Bugman", "count whom Josef Bugman moves", _players),
    "jump": Purpose("jump", "jumps"),
    "kick direction": Purpose("kick, direction", "", _towards),
    "kick distance": Purpose("kick, distance", ""),
    "kick-back": Purpose("kick-back", "holds on to the chainsaw"),
    "kick-off": Purpose("kick-off event", ""),
    "landing": Purpose("landing", "tries to land on both feet"),
    "lasting-injury": Purpose("lasting injury", "learns what will never be the same"),
    "mascot": Purpose(
        "mascot",
        "{side} look to their mascot for a re-roll",
        _either("it inspires the team", "it inspires nobody, and its re-roll is gone for this half"),
    ),
    "pass": Purpose("pass", "throws"),
    "penalty": Purpose("penalty", "take a penalty"),
    "pick-me-up": Purpose("Pick-me-up", "is cheered up by a team-mate and tries to stand up"),
    "pick-up": Purpose("pick-up", "reaches for the ball"),
    "pitch invasion": Purpose("Pitch Invasion", "count who is on their side"),
    "prayer": Purpose("prayer", ""),
    "punt direction": Purpose("punt, direction", "punts the ball"),
    "punt distance": Purpose("punt, distance", "sees it fly"),
    "quick snap": Purpose("Quick Snap", "count those who may move"),
    "random player": Purpose("random player", "draw a player at random"),
    "recovery": Purpose("coming round", "tries to come round"),
    "riotous-rookies": Purpose("Riotous Rookies", "count their rookies"),
    "roll-off": Purpose("roll-off", "roll off"),
    "rush": Purpose("rush", "rushes"),
    "scatter": Purpose("scatter", "", _towards),
    "secure": Purpose("securing the ball", "secures the ball"),
    "solid defence": Purpose("Solid Defence", "count those who may be set up again"),
    "squirm-free": Purpose("squirming free", "feels the team-mate squirm"),
    "stalling": Purpose("stalling", "could have scored and has the crowd to fear"),
    "stand-up": Purpose("standing up", "tries to stand up"),
    "swarming": Purpose("Swarming", "count the extra linemen", _players),
    "sweltering heat": Purpose("Sweltering Heat", "count who suffers from the heat on each side", _players),
    "swoop direction": Purpose("swoop, direction", "spreads the wings"),
    "swoop distance": Purpose("swoop, distance", "glides"),
    "throw-a-rock": Purpose("Throw a Rock", "has a rock flying close", _either("hit", "not hit")),
    "throw-bomb": Purpose("bomb", "throws the bomb"),
    "throw-in direction": Purpose("throw-in, direction", ""),
    "throw-in distance": Purpose("throw-in, distance", ""),
    "throw-team-mate": Purpose("throw", "lets fly"),
    "trapdoor": Purpose("trapdoor", "steps on the trapdoor"),
    "weather": Purpose("weather", ""),
    "zap": Purpose(
        "Zap", "The wizard of {side} points at {one}", _either("a frog until the drive is over", "nothing happens")
    ),
}


def faces_of(roll: Event) -> str:
    """4 on the D6; 2 and 6 on two D6."""
    return faces_words(f"D{roll['dice'][0][0]}", [face for _, face in roll["dice"]])


def sum_words(roll: Event, sources: Mapping[str, str]) -> str:
    """4 on the D6, −1 for being marked: 3. Of a D3: 5 on the D6, halved to 3. Beyond the limits: counts as 6."""
    added = [f"{signed(value)} for {sources[source]}" for source, value in roll["modifiers"] if value]
    more = sum(value for _, value in roll["modifiers"])
    plain = roll["total"] == sum(face for _, face in roll["dice"]) + more
    halved = [] if plain or roll["target"] is not None else [f"halved to {figure(roll['total'] - more)}"]
    limited = "" if plain or halved else "counts as "
    shown = ", ".join([faces_of(roll), *halved, *added])
    return f"{shown}: {limited}{figure(roll['total'])}" if added or len(roll["dice"]) > 1 else shown


def verdict_words(roll: Event) -> str:
    """Whether it was enough, and why if the sum does not say so."""
    face, total, target = roll["dice"][0][1], roll["total"], roll["target"]
    if roll["passed"]:
        return "made" if total >= target else "a 6 always does, made"
    return "failed" if total < target else f"a {face} never does, failed"


def test_words(roll: Event, sources: Mapping[str, str], verdict: str) -> str:
    """rolls 4 on the D6, needs 3+: made."""
    return f"rolls {sum_words(roll, sources)}, needs {roll['target']}+: {verdict or verdict_words(roll)}."


def armour_words(roll: Event, name: str, sources: Mapping[str, str]) -> str:
    verdict = "broken" if roll["passed"] else "it holds"
    clawed = f" {CLAWED}." if is_clawed(roll) else ""
    return f"The armour of {name}: {sum_words(roll, sources)}, {roll['target']}+ breaks it: {verdict}.{clawed}"


def is_clawed(roll: Event) -> bool:
    """Nothing but Claws breaks armour with less than its value."""
    return bool(roll["passed"]) and roll["total"] < roll["target"]


def both(rolls: Sequence[Event]) -> str:
    """Dice of the same size that were rolled one by one: 1 and 4 on two D6."""
    return faces_words(f"D{rolls[0]['dice'][0][0]}", [roll["dice"][0][1] for roll in rolls])


def ways(rolls: Sequence[Event]) -> str:
    """7 and 2 on two D8: south, north."""
    return f"{both(rolls)}: {listed([COMPASS[roll['total']] for roll in rolls])}"
