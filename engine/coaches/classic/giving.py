"""Hand-offs and passes, where they clearly win something: a touchdown this turn, or a ball that is in danger."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.classic.odds import chance
from engine.coaches.classic.reach import Reach, best_path, nearest
from engine.coaches.classic.view import Plan, View
from engine.core.pitch import Square, lowest
from engine.rules.activation import may_declare
from engine.rules.ball import can_catch
from engine.rules.state import STANDING, Player
from engine.rules.weather import BLIZZARD, RAIN, SUN

TOUCHDOWN = 30.0
CAUTION, LATE_CAUTION = 7.0, 2.0  # how much better the odds have to be while there is time for a safer way
SAVED, LOST = 3.0, 9.0  # what it is worth to have the ball away from opponents, and to have it on the ground
ACCURATE = -3  # to the interception of a pass on its way to where it should go
Way = tuple[str, float, Square, tuple[str, int]]  # action, odds that the team-mate gets the ball, where from, last_step


def giving(view: View, player: Player, reach: Reach) -> list[Plan]:
    """What the carrier could do with the ball but run."""
    able = {action.key for action in may_declare(view.game, player)} & {"hand-off", "pass"}
    plans: list[Plan] = []
    for mate in view.game.players(view.side, STANDING) if able else ():
        if mate is not player and can_catch(view.game, mate):
            ways = [way for way in _ways(view, player, mate, reach) if way[0] in able]
            best = max(ways, key=lambda way: way[1], default=None)
            if best:
                plans += _plans(view, player, mate, reach, best)
    return plans


def _plans(view: View, player: Player, mate: Player, reach: Reach, way: Way) -> Iterator[Plan]:
    action, odds, spot, last_step = way
    path = partial(reach.path_to, spot)
    caution = 0.0 if view.last else LATE_CAUTION if view.late else CAUTION
    if TOUCHDOWN * odds > caution:
        scores = odds * _runs_in(view, mate)
        why = f"{action} to {mate.name}, who may score, {scores:.0%}"
        yield Plan(player, action, TOUCHDOWN * scores - caution, path, last_step, why)
    if view.exposed(player.square) and not view.exposed(mate.square) and not mate.used:
        yield Plan(
            player, action, SAVED * odds - LOST * (1 - odds), path, last_step, f"{action} to {mate.name}, out of danger"
        )


def _runs_in(view: View, mate: Player) -> float:
    """The chance that a team-mate with the ball gets into the end zone this turn."""
    game = view.game
    if view.goal >> mate.square & 1:
        return 1.0
    if mate.used or view.rows_left(mate.square) > game.value(mate, "ma") + 2:
        return 0.0
    if Reach(game, mate, view.marked, view.occupied).area & view.goal:
        return 1.0
    return best_path(game, mate, view.goal, view.exposed)[0]


def _ways(view: View, player: Player, mate: Player, reach: Reach) -> Iterator[Way]:
    """From hand to hand, and through the air from where the carrier is or may go without a die."""
    game = view.game
    catch = chance(game.value(mate, "ag"), -view.exposed(mate.square) - (game.state.weather == RAIN.key))
    catch = _again(catch, "catch" in mate.skills)
    beside = game.pitch.neighbours(mate.square) & reach.area
    if beside:
        spot = player.square if beside >> player.square & 1 else lowest(beside)
        yield "hand-off", catch, spot, ("hand-off", mate.id)
        return
    clear = reach.area & ~view.marked & ~(1 << player.square)
    spots = [player.square]
    if clear:
        spots.append(nearest(game.pitch, clear, mate.square))
    for spot in spots:
        odds = _arrives(view, player, spot, mate.square) * catch
        if odds:
            yield "pass", odds, spot, ("pass", mate.square)


def _again(odds: float, may_try: bool) -> float:
    return odds + (1 - odds) * odds if may_try else odds


def _arrives(view: View, player: Player, start: Square, target: Square) -> float:
    """The chance of an accurate pass that nobody intercepts."""
    game, weather = view.game, view.game.state.weather
    far = game.pitch.range(start, target)
    if not player.pa or not far or (weather == BLIZZARD.key and far not in "QS"):
        return 0.0
    modifier = game.edition.range_modifiers[far] - view.exposed(start) - (weather == SUN.key)
    odds = _again(chance(game.value(player, "pa"), modifier), "pass" in player.skills)
    rivals = [rival for rival in game.players(1 - view.side) if game.pitch.under_ruler(start, target, rival.square)]
    stolen = [chance(game.value(rival, "ag"), ACCURATE) for rival in rivals if can_catch(game, rival)]
    return odds * (1 - max(stolen, default=0.0))
