"""Prayers to Nuffle: bought, rolled before the match, and in force until it is over (Core p.143)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import PLAYER, YES_NO, Word
from engine.core.events import Roll
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.events import Prayed
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.foul import AFTER_FOUL, ARGUES_BETTER, LIKES_FEWER, Foul
from engine.rules.game import CHARACTERISTICS, BloodBowl, Stat
from engine.rules.injury import EARNS, Hurt
from engine.rules.rolls import MODIFIERS, Test, d3, roll_d, roll_table
from engine.rules.state import AWAY, HOME, RESERVES, Player, Team
from engine.rules.tables import OwnTable
from engine.rules.teams.learning import hindrance, learnable_skills
from engine.rules.turn import START_OF_TURN

# Whether a prayer that picks somebody at random passes over those to whom it would give nothing.
only_who_gain: Ruling[bool] = Ruling("prayer-random-player", {"any-player": False, "who-gains": True})

PRAYER_PLAYER: Question[int] = Question("prayer-player", PLAYER, "Who gains from {prayer}?")
PRAYER_SKILL: Question[str] = Question("prayer-skill", Word(other="a skill"), "Which skill does {player} gain?")
THROW_A_ROCK: Question[bool] = Question("throw-a-rock", YES_NO, "Does a fan throw a rock now?")
STAR = "star"
BEST_ARMOUR, WORST_MOVEMENT = 11, 1
ROCK_HITS_ON = 4


async def pray(game: BloodBowl) -> None:
    """The prayers that the teams have bought, the home team's first."""
    for side in (HOME, AWAY):
        await _pray(game, side)


async def _pray(game: BloodBowl, side: int) -> None:
    """Each with its choices before the next; none is answered twice."""
    team = game.team(side)
    while team.prayers_bought:
        team.prayers_bought -= 1
        key = await _roll(game, side)
        await answer(game, side, key)


async def _roll(game: BloodBowl, side: int) -> str:
    while True:
        table = game.edition.more_tables[PRAYERS.key]
        key = table.row(roll_table(game, table, PRAYERS.key, side))
        if key not in game.team(side).inducements:
            return key


async def answer(game: BloodBowl, side: int, key: str) -> None:
    """A prayer takes effect: for the team, and for whichever players it touches."""
    game.gain(game.team(side), key)
    touched = await TOUCHES[key](game, side) if key in TOUCHES else []
    game.emit(Prayed(side, key, tuple(player.id for player in touched)))


# Whom they touch ------------------------------------------------------------------------------------------------------------------


def _playing(game: BloodBowl, side: int) -> list[Player]:
    """Whoever is available for the match; star players are never picked."""
    return [player for player in game.players(side, RESERVES) if STAR not in player.keywords]


def _at_random(game: BloodBowl, side: int, gains: Callable[[Player], bool], number: int = 1) -> list[Player]:
    able = [player for player in _playing(game, side) if gains(player) or not game.ruling(only_who_gain)]
    chosen: list[Player] = []
    while able and len(chosen) < number:
        chosen.append(able.pop(roll_d(game, len(able), "random player", side) - 1))
    return chosen


async def _chosen(game: BloodBowl, side: int, prayer: str) -> list[Player]:
    able = _playing(game, side)
    if not able:
        return []
    id = await game.choose(PRAYER_PLAYER, side, tuple(player.id for player in able), prayer=prayer)
    return [game.state.players[id]]


def _lacks(skill: str) -> Callable[[Player], bool]:
    return lambda player: skill not in player.skills


def _blessed(game: BloodBowl, players: list[Player], skill: str, value: int | None = None) -> list[Player]:
    """Who already has the skill gains nothing, and nobody else is picked instead."""
    for player in players:
        game.gain(player, skill, value)
    return players


async def _trapdoors(game: BloodBowl, side: int) -> list[Player]:
    game.state.trapdoors = game.pitch.trapdoors
    return []


async def _stiletto(game: BloodBowl, side: int) -> list[Player]:
    return _blessed(game, _at_random(game, side, _lacks("stab")), "stab")


async def _iron_man(game: BloodBowl, side: int) -> list[Player]:
    return _blessed(game, await _chosen(game, side, "iron-man"), armoured.key)


async def _knuckle_dusters(game: BloodBowl, side: int) -> list[Player]:
    return _blessed(game, await _chosen(game, side, "knuckle-dusters"), "mighty-blow")


async def _bad_habits(game: BloodBowl, side: int) -> list[Player]:
    number = d3(game, "bad habits", side)
    return _blessed(game, _at_random(game, 1 - side, _lacks("loner"), number), "loner", 2)


async def _greasy_cleats(game: BloodBowl, side: int) -> list[Player]:
    able = _at_random(game, 1 - side, lambda player: player.ma > WORST_MOVEMENT)
    return _blessed(game, able, slippery.key)


async def _blessing(game: BloodBowl, side: int) -> list[Player]:
    return _blessed(game, _at_random(game, side, _lacks("pro")), "pro")


async def _intensive_training(game: BloodBowl, side: int) -> list[Player]:
    """One primary skill of the coach's choice, of those that the player can have."""

    def learnable(player: Player) -> list[str]:
        data = game.edition.data
        return [
            key
            for key in learnable_skills(data, player.primary)
            if key not in player.skills and not hindrance(data, key, player.skills, game.rulings)
        ]

    players = _at_random(game, side, lambda player: bool(learnable(player)))
    for player in players:
        if able := learnable(player):
            game.gain(player, await game.choose(PRAYER_SKILL, side, tuple(able), player=player.id))
    return players


Touch = Callable[[BloodBowl, int], Awaitable[list[Player]]]
TOUCHES: dict[str, Touch] = {
    "treacherous-trapdoor": _trapdoors,
    "stiletto": _stiletto,
    "iron-man": _iron_man,
    "knuckle-dusters": _knuckle_dusters,
    "bad-habits": _bad_habits,
    "greasy-cleats": _greasy_cleats,
    "blessing-of-nuffle": _blessing,
    "intensive-training": _intensive_training,
}

# What they do: for a player ---------------------------------------------------------------------------------------------------------

armoured = Skill("armoured", cites="Core p.143", everywhere=True)


@armoured.answers(CHARACTERISTICS)
def harder(game: BloodBowl, me: Player, stat: Stat) -> int | None:
    return 1 if stat[1] == "av" and me.av < BEST_ARMOUR else None


slippery = Skill("slippery", cites="Core p.143", everywhere=True)


@slippery.answers(CHARACTERISTICS)
def slower(game: BloodBowl, me: Player, stat: Stat) -> int | None:
    return -1 if stat[1] == "ma" and me.ma > WORST_MOVEMENT else None


# What they do: for a team -----------------------------------------------------------------------------------------------------------

friends_with_the_ref = Skill("friends-with-the-ref", cites="Core p.143")


@friends_with_the_ref.answers(ARGUES_BETTER)
def listens(game: BloodBowl, team: Team, player: Player) -> int | None:
    return 1 if player.side == team.side else None


moles = Skill("moles-under-the-pitch", cites="Core p.143")


@moles.answers(MODIFIERS, about_others=True)
def trips(game: BloodBowl, team: Team, test: Test) -> int | None:
    return -1 if test.kind == "rush" and test.player.side != team.side else None


fan_interaction = Skill("fan-interaction", cites="Core p.143")


@fan_interaction.answers(EARNS)
def fans_help(game: BloodBowl, team: Team, roll: Hurt) -> int | None:
    by = roll.pushed_by
    return by.id if by is not None and by.side == team.side and roll.player.side != team.side else None


fouling_frenzy = Skill("fouling-frenzy", cites="Core p.143")


@fouling_frenzy.answers(EARNS)
def boots_count(game: BloodBowl, team: Team, roll: Hurt) -> int | None:
    return roll.by.id if roll.cause == "foul" and roll.by is not None and roll.by.side == team.side else None


under_scrutiny = Skill("under-scrutiny", cites="Core p.143")


@under_scrutiny.at(AFTER_FOUL)
async def sees_everything(game: BloodBowl, team: Team, attempt: Foul) -> None:
    """Opponents who break armour with a foul are seen, double or not."""
    if attempt.player.side != team.side and attempt.roll.broken:
        attempt.seen = True


@under_scrutiny.answers(LIKES_FEWER)
def is_watched(game: BloodBowl, team: Team, fouler: Player) -> bool | None:
    """Whoever must not be seen may want to kick a little less hard."""
    return True if fouler.side != team.side else None


throw_a_rock = Skill("throw-a-rock", cites="Core p.143")


@throw_a_rock.at(START_OF_TURN)
async def a_fan_throws(game: BloodBowl, team: Team, side: int) -> None:
    """Once a match, at the start of an own turn: an opponent on the pitch at random, on a 4+ Knocked Down."""
    rivals = [player for player in game.players(1 - team.side) if STAR not in player.keywords]
    if side != team.side or not rivals or not team.inducements[throw_a_rock.key]:
        return
    if not await game.choose(THROW_A_ROCK, side, (True, False)):
        return
    team.inducements[throw_a_rock.key] = 0
    player = rivals[roll_d(game, len(rivals), "random player", side) - 1]
    square, face = player.square, game.d(6)
    hit = face >= ROCK_HITS_ON
    game.emit(Roll(throw_a_rock.key, player.id, side, ((6, face),), face, ROCK_HITS_ON, passed=hit))
    if hit and await knocked_down(game, Fall(player, throw_a_rock.key)):
        await drop(game, player, square)


SKILLS = (
    armoured,
    slippery,
    friends_with_the_ref,
    moles,
    fan_interaction,
    fouling_frenzy,
    under_scrutiny,
    throw_a_rock,
)
EXTRA_POINTS = {"perfect-passing": "completions", "dazzling-catching": "catches"}  # one more for each, after the match
PRAYERS = OwnTable("prayer", frozenset({*TOUCHES, *(each.key for each in SKILLS), *EXTRA_POINTS}))
