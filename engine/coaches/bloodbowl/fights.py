"""What blocks are likely to do, and what that is worth."""

from functools import cache
from itertools import product
from typing import NamedTuple

from engine.coaches.bloodbowl.board import Board
from engine.coaches.classic.odds import Match, best_first, match_up
from engine.coaches.classic.odds import at_least as _at_least
from engine.core.pitch import Square
from engine.rules.block import FACES
from engine.rules.contest import assistants, assists, block_dice
from engine.rules.state import Player

REMOVED = 0.42  # of those whose armour breaks
ALL_ROUND = 8  # squares round one in the middle of the pitch
USUAL_QUALITY = 0.8  # of a player between linemen and stars


at_least = cache(_at_least)


class Outlook(NamedTuple):
    """Of a block: that the target goes down, that it is only pushed, that the blocker goes down."""

    down: float
    push: float
    fall: float


@cache
def outlook(dice: int, match: Match) -> Outlook:
    """Of so many dice, negative where the other coach chooses."""
    steady, resists, slips = match
    pick = min if dice > 0 else max
    rank = best_first(match)
    rolled = [pick(faces, key=rank.index) for faces in product(FACES.values(), repeat=abs(dice))]
    fells = {"pow", *(() if slips else ("stumble",)), *(() if resists else ("both-down",))}
    hurts = {"player-down", *(() if steady else ("both-down",))}
    pushes = {"push-back", *(("stumble",) if slips else ())}
    share = [sum(result in kinds for result in rolled) / len(rolled) for kinds in (fells, pushes, hurts)]
    return Outlook(*share)


def dice_of(board: Board, player: Player, rival: Player, spot: Square, *, blitz: bool = False) -> int:
    """The block dice from a square, as they would be counted now."""
    game = board.game
    helpers = board.assistants(rival)
    helped = len(helpers) - (player.id in helpers) + game.team(board.side).extra_assist
    hindered = len(assists(game, rival, player, at=spot)) if board.exposed(spot) > rival.ready else 0
    strength = board.strength(player, blitz=blitz) + helped
    return block_dice(strength, board.value(rival, "st") + hindered)


def quality(player: Player) -> float:
    """What a player is worth, about 0.7 for a plain lineman: strong, quick and skilled ones are worth more."""
    return (
        0.6 + 0.12 * (player.st - 3) + 0.08 * (player.ma - 5) + 0.08 * len(player.skills) + 0.07 * (10 - player.av) / 3
    )


def hurt_odds(board: Board, victim: Player, by: Player | None = None) -> float:
    """That a player who goes down has to leave the pitch."""
    return _hurt(board.value(victim, "av") - hits_hard(by)) * (1.3 if "stunty" in victim.skills else 1.0)


def hits_hard(player: Player | None) -> bool:
    return player is not None and ("mighty-blow" in player.skills or "claws" in player.skills)


@cache
def _hurt(armour: int) -> float:
    return at_least(armour) * REMOVED


def down_worth(board: Board, rival: Player, by: Player | None = None) -> float:
    """What it is worth to have an opponent on the ground."""
    key = (rival.id, hits_hard(by))
    found = board.down_worths.get(key)
    if found is None:
        hurt = board.weights.hurt * hurt_odds(board, rival, by) * (0.4 + quality(rival))
        found = board.down_worths[key] = prone_worth(board, rival) + hurt
    return found


def broken_worth(board: Board, rival: Player) -> float:
    """What it is worth to break the armour of an opponent."""
    return prone_worth(board, rival) + off_or_stunned(board, rival)


def broken_cost(board: Board, player: Player) -> float:
    """What it costs to have the armour of one of ours broken."""
    cost = board.weights.knocked_down + off_or_stunned(board, player)
    return cost + (board.weights.own_ball if board.carrier is player else 0.0)


def off_or_stunned(board: Board, victim: Player) -> float:
    """What broken armour brings: the player leaves the pitch, or stays on the ground."""
    return (1 - REMOVED) * board.weights.stunned + REMOVED * board.weights.hurt * (0.4 + quality(victim))


def prone_worth(board: Board, rival: Player) -> float:
    """What it is worth to have an opponent on the ground, with its armour whole."""
    worth = board.weights.knocked_down
    near = board.pitch.neighbours(rival.square)
    if rival.ready:
        worth += board.weights.marking * (near & board.game.boards.marking_squares[board.side]).bit_count()
    if board.loose >= 0 and near >> board.loose & 1:
        worth += board.weights.by_the_ball
    return worth + (board.weights.ball if board.carrier is rival else 0.0)


def fall_cost(board: Board, player: Player) -> float:
    """What it costs to have one of ours on the ground, beside the rest of the turn."""
    found = board.fall_costs.get(player.id)
    if found is None:
        cost = board.weights.knocked_down + board.weights.hurt * hurt_odds(board, player) * (0.4 + quality(player))
        found = cost + (board.weights.own_ball if board.carrier is player else 0.0)
        board.fall_costs[player.id] = found
    return found


def push_worth(board: Board, player: Player, rival: Player, spot: Square) -> float:
    """What it is worth to push an opponent: most of all off the pitch."""
    beyond = board.pitch.beyond(spot, rival.square)
    stands = "stand-firm" in rival.skills
    room = any(board.pitch.on(square) and board.free >> square & 1 for square in beyond)
    if not stands and not room and any(not board.pitch.on(square) for square in beyond):
        return crowd_worth(board, rival)
    worth = 0.05 if stands else board.weights.pushed
    if board.carrier is rival:
        worth += 3.0 if "strip-ball" in player.skills and "sure-hands" not in rival.skills else 0.6
    return worth


def crowd_worth(board: Board, rival: Player) -> float:
    """What it is worth to push an opponent off the pitch."""
    return board.weights.crowd * (0.5 + quality(rival)) + (board.weights.ball if board.carrier is rival else 0.0)


def by_the_crowd(board: Board, rival: Player) -> bool:
    """Whether an opponent stands at the edge of the pitch."""
    return board.pitch.neighbours(rival.square).bit_count() < ALL_ROUND


def match_of(board: Board, player: Player, rival: Player) -> Match:
    return match_up(board.game, player, rival)


def danger(board: Board, player: Player) -> float:
    """What opponents beside a player are likely to gain by blocking it in their next turn."""
    if not board.their_turns or not board.zones >> player.square & 1:
        return 0.0
    near, mates, found = board.pitch.neighbours, board.game.boards.marking_squares[board.side], 0.0
    beside, helpers = near(player.square), {each.id for each in assistants(board.game, 1 - board.side, player)}
    for rival in board.rivals:
        if beside >> rival.square & 1:
            others = (near(rival.square) & mates).bit_count() or 1
            found += _threatened(board, rival, player, len(helpers - {rival.id})) / others
    return found * board.weights.hit


def _threatened(board: Board, rival: Player, player: Player, helped: int) -> float:
    """The same by one of them, with so many others who assist it."""
    hindered = len(board.assistants(rival) - {player.id})
    dice = block_dice(board.value(rival, "st") + helped, board.value(player, "st") + hindered)
    chances = outlook(dice, match_of(board, rival, player))
    return max(0.0, chances.down * fall_cost(board, player) - chances.fall * down_worth(board, rival))
