"""What each player could do with its activation, and what that is worth."""

from collections.abc import Callable, Iterator
from functools import partial

from engine.coaches.classic.fouling import fouls
from engine.coaches.classic.giving import giving
from engine.coaches.classic.odds import block_chances, chance, match_up
from engine.coaches.classic.reach import Path, Reach, best_path, nearest
from engine.coaches.classic.view import Plan, View
from engine.core.pitch import Mask, Square, lowest, squares_of
from engine.rules.actions import block_targets
from engine.rules.activation import BARRED
from engine.rules.game import BloodBowl
from engine.rules.state import PRONE, STANDING, Player

CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))  # of a cage
SECURE = "secure-the-ball"
BEHIND, BESIDE, NEAR = 2.0, 2.5, 1.0  # what a row too many costs a carrier, an opponent beside it, one that may come
AHEAD = 7  # squares from the ball to those who may be thrown it
FETCH_AT_RISK = 4  # squares from which a risky way to the ball is looked for


def best_plan(view: View, player: Player) -> Plan:
    return max(plans(view, player), key=lambda plan: plan.value)


def plans(view: View, player: Player) -> list[Plan]:
    game = view.game
    reach = Reach(game, player, view.marked, view.occupied)
    found = [_position(view, player, reach)]
    if player.status == STANDING:
        found += [_block(view, player, rival) for rival in block_targets(game, player)]
    if "blitz" not in game.state.declared:
        found += _blitzes(view, player, reach)
    found += fouls(view, player, reach)
    if view.carrier is player:
        found += _carry(view, player, reach) + giving(view, player, reach)
    elif game.state.ball.square >= 0:
        found += _fetch(view, player, reach)
    return found


def _block(view: View, player: Player, rival: Player) -> Plan:
    dice = view.dice(player, rival, player.square)
    chances = block_chances(dice, match_up(view.game, player, rival))
    value = 1 + view.block_value(player, rival, chances)
    return Plan(player, "block", value, last_step=("block", rival.id), reason=_odds(dice, rival), risk=chances.fall)


def _odds(dice: int, rival: Player, hoped_for: str = "") -> str:
    """What the block would be rolled with; hoped for if there is something in between."""
    number = "1 die" if abs(dice) == 1 else f"{abs(dice)} dice"
    return f"{number}{hoped_for} on {rival.name}{', the other coach chooses' if dice < 0 else ''}"


def _blitzes(view: View, player: Player, reach: Reach) -> Iterator[Plan]:
    """From a square beside the target that is reached without a die, with a square of movement left for the block."""
    if view.carrier is player:
        return
    game, area = view.game, reach.within(-1)
    for rival in game.players(1 - view.side, STANDING):
        beside = game.pitch.neighbours(rival.square)
        if beside >> player.square & 1 and player.status == STANDING:
            yield _blitz(view, player, rival, reach, player.square)
        elif beside & area:
            yield _blitz(view, player, rival, reach, lowest(view.marks.least(beside & area)))


def _blitz(view: View, player: Player, rival: Player, reach: Reach, spot: Square) -> Plan:
    game, near = view.game, spot == player.square and player.status == STANDING
    bonus = 2.0 if view.carrier is rival else 0.5
    dice = view.dice(player, rival, spot, blitz=True)
    chances = block_chances(dice, match_up(game, player, rival))
    value = view.block_value(player, rival, chances) + bonus
    why = f"blitz, {_odds(dice, rival, '' if near else ' hoped for')}"
    return Plan(player, "blitz", value, partial(reach.path_to, spot), ("block", rival.id), why, chances.fall)


def _carry(view: View, player: Player, reach: Reach) -> list[Plan]:
    """Run in if it is safe enough or late; otherwise forward as far as no die is needed, away from opponents."""
    game = view.game
    near = view.rows_left(player.square) <= game.value(player, "ma") + 2
    odds, path = best_path(game, player, view.goal, view.exposed) if near else (0.0, ())
    plans = []
    if path:
        value = 30 * odds - (0 if view.late else 6)
        plans.append(Plan(player, "move", value, lambda: path, reason=f"runs in, {odds:.0%}"))
    spots = reach.area & ~(1 << player.square)
    if spots:
        best = _safest(view, player, spots)
        gain = view.rows_left(player.square) - view.rows_left(best)
        way = partial(reach.path_to, best)
        plans.append(Plan(player, "move", 1.0 + 0.3 * gain, way, reason="carries the ball forward"))
    return plans


def onward(view: View, player: Player, left: int) -> Path:
    """Where somebody who has just picked the ball up takes it with the squares that are left, without a die."""
    reach = Reach(view.game, player, view.marked, view.occupied, left)
    return reach.path_to(_safest(view, player, reach.area))


def _safest(view: View, player: Player, spots: Mask) -> Square:
    trouble = _trouble(view, player)
    return min(squares_of(spots), key=lambda square: (trouble(square), square))


def _trouble(view: View, player: Player) -> Callable[[Square], float]:
    """Of a carrier on a square: rows to go, more than there are turns for, opponents beside it or near, friends too far."""
    in_time = view.game.value(player, "ma") * view.turns_left
    friends, threats = view.friends(but=player), view.threats

    def of(square: Square) -> float:
        rows = view.rows_left(square)
        danger = max(0, threats.count(square) - friends.count(square))
        return rows + BEHIND * max(0, rows - in_time) + BESIDE * view.exposed(square) + NEAR * danger

    return of


def _fetch(view: View, player: Player, reach: Reach) -> list[Plan]:
    game = view.game
    ball = game.state.ball.square
    if reach.area >> ball & 1:
        odds, path = 1.0, reach.path_to(ball)
    elif game.pitch.apart(player.square, ball) <= FETCH_AT_RISK:
        odds, path = best_path(game, player, 1 << ball, view.exposed)
    else:
        return []
    if not path:
        return []
    if _may_secure(game, player):
        odds *= chance(2)
        return [Plan(player, SECURE, 10 * odds - 1, lambda: path, reason="no opponent is near the ball", risk=1 - odds)]
    pick_up = chance(game.value(player, "ag"), -view.exposed(ball))
    odds *= pick_up
    value, why = 9 * odds - 4 * (1 - odds), f"picks the ball up, {odds:.0%}"
    return [Plan(player, "move", value, lambda: path, reason=why, risk=1 - odds)]


def _may_secure(game: BloodBowl, player: Player) -> bool:
    """As the rules have it, where there is such an action: once a turn, and not for those whom a trait bars from it."""
    barred = SECURE in game.state.declared or game.collect(BARRED, (player, SECURE))
    secure = next((action for action in game.edition.actions if action.key == SECURE), None)
    return not barred and secure is not None and secure.available(game, player)


def _position(view: View, player: Player, reach: Reach) -> Plan:
    """No die: stand up, make a cage round our carrier, or stand between theirs and our end zone."""
    game = view.game
    if player.status == PRONE and len(reach.waves) == 1:
        return Plan(player, "move", 0.8, reason="of more use upright")
    if view.marked >> player.square & 1:
        return Plan(player, "move", 0.1 if player.status == PRONE else -1.0, reason="stays")
    wish = _wish(view, player)
    spots = reach.area & ~view.marked | 1 << player.square
    best = nearest(game.pitch, spots, wish)
    gain = game.pitch.apart(player.square, wish) - game.pitch.apart(best, wish)
    value = 0.1 * gain + (0.5 if player.status == PRONE else 0.0)
    return Plan(player, "move", value, partial(reach.path_to, best), reason="takes position")


def _wish(view: View, player: Player) -> Square:
    """A corner of the cage, or a place in the way."""
    game, carrier = view.game, view.carrier
    x, y = game.pitch.xy(carrier.square if carrier else max(game.state.ball.square, game.pitch.middle_square))
    forward = 1 if view.side == 0 else -1
    wings = (game.pitch.wide_zone, game.pitch.width - game.pitch.wide_zone + 1)
    if view.ours and player in view.receivers:
        return _inside(game, x + AHEAD * forward, wings[player is not view.receivers[0]])
    if view.ours:
        corners = [_inside(game, x + dx * forward, y + dy) for dx, dy in CORNERS]
        free = [corner for corner in corners if not view.occupied >> corner & 1] or corners
        return min(free, key=lambda corner: game.pitch.apart(player.square, corner))
    return _inside(game, x - 3 * forward, y + (player.number % 5 - 2) * 2)


def _inside(game: BloodBowl, x: int, y: int) -> Square:
    return game.pitch.at(min(game.pitch.length, max(1, x)), min(game.pitch.width, max(1, y)))
