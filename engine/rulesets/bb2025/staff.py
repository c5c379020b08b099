"""What hired staff does during a match: listeners that a team owns (Core pp.142-149).

Those that only add to the numbers of a team (coaches, cheerleaders, bribes, apothecaries, training) are added with its sheet.
"""

from engine.core.answers import NUMBER, PLAYER
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.rules.foul import AFTER_FOUL, ARGUES_BETTER, Foul
from engine.rules.game import BloodBowl
from engine.rules.injury import MEDICS, Hurt
from engine.rules.match import AFTER_SET_UP, BEFORE_MATCH, RECOVERS_BETTER
from engine.rules.once_a_game import use_up, uses
from engine.rules.rolls import BEFORE_SKILL_REROLL, REROLLS, SkillReroll, Test, d3, roll_d, roll_table
from engine.rules.setup import pick, set_up_again
from engine.rules.state import OUT, RESERVES, Player, Team
from engine.rules.teams.hiring import inducements
from engine.rules.turn import START_OF_TURN
from engine.rules.weather import set_weather
from engine.rulesets.bb2025.halves import COOKED, START_OF_HALF, HalfStart
from engine.rulesets.bb2025.wizards import WIZARDS

BOOK = "Core p.142"

BUGMAN: Question[int] = Question("bugman", PLAYER, "Who is set up again?", none="nobody")
WEATHER_SHIFT: Question[int] = Question("weather-shift", NUMBER, "By how much is {total} shifted on the weather table?")

# Knocked-out players ----------------------------------------------------------------------------------------------------------

kegs = Skill("blitzers-best-kegs", BOOK)
bugman = Skill("josef-bugman-staff", BOOK)


@kegs.answers(RECOVERS_BETTER)
def wakes_them(game: BloodBowl, me: Team, player: Player) -> int | None:
    """+1 for each keg."""
    return me.inducements[kegs.key] if player.side == me.side else None


@bugman.answers(RECOVERS_BETTER)
def has_brought_some(game: BloodBowl, me: Team, player: Player) -> int | None:
    return 1 if player.side == me.side else None


@bugman.at(AFTER_SET_UP)
async def moves_them_about(game: BloodBowl, me: Team, side: int) -> None:
    """Once a game D3 players are set up again, within the limits of a set-up."""
    if side != me.side or not game.players(side) or not await uses(game, me, bugman):
        return
    able = game.players(side)
    chosen = await pick(game, side, able, d3(game, bugman.key, side), BUGMAN)
    stay = {player.id: player.square for player in able if player not in chosen}
    for player in chosen:
        game.take_off(player, RESERVES)
    await set_up_again(game, side, chosen, stay)


# Injuries ---------------------------------------------------------------------------------------------------------------------

mortuary_assistant = Skill("mortuary-assistant", BOOK)
plague_doctor = Skill("plague-doctor", BOOK)


@mortuary_assistant.answers(REROLLS, about_others=True)
def stitches(game: BloodBowl, me: Team, test: Test) -> bool | None:
    """Once a game a failed Regeneration is rolled again."""
    return _regenerates(me, mortuary_assistant, test)


@plague_doctor.answers(REROLLS, about_others=True)
def infuses(game: BloodBowl, me: Team, test: Test) -> bool | None:
    return _regenerates(me, plague_doctor, test)


def _regenerates(me: Team, inducement: Skill, test: Test) -> bool | None:
    due = test.kind == "regeneration" and test.player.side == me.side
    return True if due and inducement.key not in me.used_up else None


@mortuary_assistant.at(BEFORE_SKILL_REROLL)
async def has_stitched(game: BloodBowl, me: Team, use: SkillReroll) -> None:
    if use.source == mortuary_assistant.key and use.player.side == me.side:
        use_up(game, me, mortuary_assistant.key, use.player)


@plague_doctor.at(BEFORE_SKILL_REROLL)
async def has_infused(game: BloodBowl, me: Team, use: SkillReroll) -> None:
    if use.source == plague_doctor.key and use.player.side == me.side:
        use_up(game, me, plague_doctor.key, use.player)


@plague_doctor.answers(MEDICS)
def is_a_doctor_after_all(game: BloodBowl, me: Team, roll: Hurt) -> bool | None:
    """Instead of that it can be used like an apothecary."""
    return True if roll.player.side == me.side and plague_doctor.key not in me.used_up else None


# Team re-rolls, players, weather, the referee ---------------------------------------------------------------------------------

master_chef = Skill(COOKED.key, BOOK)
riotous_rookies = Skill("riotous-rookies", BOOK)
weather_mage = Skill("weather-mage", BOOK)
dodgy_league_rep = Skill("dodgy-league-rep", BOOK)
CHEF_DICE = 3
SHIFTS = (-2, -1, 0, 1, 2)


def _works_on(game: BloodBowl, staff: Skill) -> int:
    return inducements(game.edition.data)[staff.key].works_on


@master_chef.at(START_OF_HALF)
async def cooks(game: BloodBowl, me: Team, start: HalfStart) -> None:
    """Each 4+ of 3D6 is a team re-roll more for this half, and one less for the opponents while they have any."""
    if start.side != me.side:
        return
    faces = [roll_d(game, 6, master_chef.key, me.side) for _ in range(CHEF_DICE)]
    number = sum(face >= _works_on(game, master_chef) for face in faces)
    me.rerolls[master_chef.key] = me.rerolls.get(master_chef.key, 0) + number
    start.lost[1 - me.side] += number


@riotous_rookies.at(BEFORE_MATCH)
async def join(game: BloodBowl, me: Team, side: int) -> None:
    """2D3+1 more journeymen."""
    if side != me.side:
        return
    number = d3(game, riotous_rookies.key, side) + d3(game, riotous_rookies.key, side) + 1
    waiting = [player for player in game.players(side, OUT) if player.rookie]
    for player in waiting[:number]:
        game.take_off(player, RESERVES)


@weather_mage.at(START_OF_TURN)
async def casts(game: BloodBowl, me: Team, side: int) -> None:
    """Once a game a roll on the weather table, shifted by up to 2 once it is seen."""
    if side == me.side and await uses(game, me, weather_mage):
        total = roll_table(game, game.edition.weather, "weather", side)
        set_weather(game, total + await game.choose(WEATHER_SHIFT, side, SHIFTS, total=total))


@dodgy_league_rep.at(AFTER_FOUL)
async def looks_twice(game: BloodBowl, me: Team, attempt: Foul) -> None:
    """After each foul of the opponents a D6: on 5+ the fouler is Sent-off, whatever the other dice show."""
    if attempt.player.side != me.side:
        face = roll_d(game, 6, dodgy_league_rep.key, me.side, attempt.player)
        attempt.seen = attempt.seen or face >= _works_on(game, dodgy_league_rep)


@dodgy_league_rep.answers(ARGUES_BETTER)
def has_an_open_ear(game: BloodBowl, me: Team, player: Player) -> int | None:
    return 1 if player.side == me.side else None


INDUCEMENTS: dict[str, Skill] = {
    each.key: each
    for each in (
        *(
            kegs,
            bugman,
            mortuary_assistant,
            plague_doctor,
            master_chef,
            riotous_rookies,
            weather_mage,
            dodgy_league_rep,
        ),
        *WIZARDS,
    )
}
