"""Team-mates who are thrown or kicked: over everybody with the ball, or to where the ball is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from engine.coaches.bloodbowl.ballwork import catch, pick_up
from engine.coaches.bloodbowl.board import MOST_MARKERS, Board
from engine.coaches.bloodbowl.fights import fall_cost
from engine.coaches.bloodbowl.negatraits import odds_to_act
from engine.coaches.bloodbowl.possession import holder, touchdown, turned_over, worth_held
from engine.coaches.bloodbowl.routes import Routes, again
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.weapons.flights import landings, scatter
from engine.core.pitch import Square, lowest, squares_of
from engine.rules.activation import more_actions
from engine.rules.passing import SCATTERS
from engine.rules.rolls import Test, chance
from engine.rules.state import NOBODY, Player
from engine.rules.teammates import SUBPAR, SUPERB, THROWABLE, Hurl, hurl_prospects
from engine.skills.traits.kick_team_mate import always_hungry, not_hungry

IN_THE_WAY = 0.9  # that nobody stops a runner who has landed
RESCUED = 0.7  # the share of what goes wrong that a team re-roll may mend
RUSHES = 2  # that it may take
LATER = 0.5  # the share of what the ball may bring where it lands, since nobody is there to guard it
BESIDE_CARRIER = 1.4  # one of ours beside their carrier, where nobody else can get
LAST_CHANCE = 2.5  # the same if it scores otherwise
FETCHED = 5.0  # the ball, where nobody else can get to it
ACROSS = (-4, -2, 0, 2, 4)  # squares to the side that are worth a look
FAR, TARGETS = 10, 2  # squares that it makes sense to throw somebody, and how many of them are looked at
Worth = Callable[[Square], float]
Errand = tuple[Square, float, str]  # where somebody is wanted, what that is worth, and why


@dataclass(frozen=True, slots=True)
class Landing:
    """What a throw is likely to bring: what the square is worth where the mate gets up, and how it may end."""

    target: Square
    worth: float
    stands: float
    falls: float
    crowd: float


def hurls(action: str, board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    if board.carrier is player:
        return
    carried = board.ours and board.carrier is not None and bool(board.game.collect(THROWABLE, board.carrier))
    errand = None if board.ours else _errand(board, able)
    if not carried and errand is None:
        return
    for mate in board.mates:
        if mate is player or not mate.ready or not board.game.collect(THROWABLE, mate):
            continue
        beside = board.pitch.neighbours(mate.square)
        if beside >> player.square & 1:
            spot = player.square
        elif beside & routes.area:
            spot = lowest(board.marks.least(beside & routes.area))
        else:
            continue
        if board.carrier is mate:
            yield from _to_score(action, board, player, mate, spot, routes, able)
        elif mate.id in able and errand is not None:
            yield from _to_the_ball(action, board, player, mate, spot, routes, errand)
            return  # one is as good as another, and it takes long to look at them all


def _to_score(
    action: str, board: Board, player: Player, mate: Player, spot: Square, routes: Routes, able: dict[int, Routes]
) -> Iterator[Step]:
    """With the ball: to score at once, or over them to where it may score next turn. It may be lost, and the turn over."""
    best = best_throw(action, board, player, mate, spot, mate.id in able)
    if best is None or not best.stands:
        return
    held = max(0.0, worth_held(board, mate))
    gain, loss = best.worth / best.stands - held, held + turned_over(board, best.target)
    why = f"throws {mate.name} with the ball, {best.stands:.0%} to land"
    path, odds = partial(routes.path_to, spot), best.stands
    again = odds + (1 - odds) * odds * RESCUED if board.rerolls else odds
    last, needs = ("throw", mate.id), mate.id if mate.id in able else NOBODY
    yield Step(player, action, gain, why, path, last, odds, again, loss, aim=best.target, scores=True, needs=needs)


def best_throw(action: str, board: Board, player: Player, mate: Player, spot: Square, runs: bool) -> Landing | None:
    """The throw of a team-mate with the ball that is worth most, from a square beside it."""
    having, moves = holder(board, mate), board.value(mate, "ma") if runs else 0
    limit, away, scored = moves + RUSHES * runs, board.dodges(mate)[0], touchdown(board)

    def worth(square: Square) -> float:
        rows = board.rows_to_go(square)
        later = LATER * max(0.0, having.promise(square)) if board.turns_left else 0.0
        if not rows:
            return scored
        if rows > limit:
            return later
        odds = IN_THE_WAY * board.rush ** max(0, rows - moves)
        return max(later, scored * (odds * away if board.exposed(square) else odds))

    return _best(action, board, player, mate, spot, worth, _forward(board, spot))


def _to_the_ball(
    action: str, board: Board, player: Player, mate: Player, spot: Square, routes: Routes, errand: Errand
) -> Iterator[Step]:
    """Without it: beside their carrier, or to a ball on the ground that nobody reaches on foot."""
    goal, value, why = errand
    if board.pitch.apart(spot, goal) > FAR:
        return
    value *= pick_up(board, mate) if board.loose >= 0 else 1.0
    moves = board.value(mate, "ma")

    def worth(square: Square) -> float:
        apart = board.pitch.apart(square, goal)
        return value * (1.0 if apart <= 1 else 0.7 if apart <= moves and not board.exposed(square) else 0.0)

    targets = [square for square in squares_of(board.pitch.within(goal, 3)) if _in_range(board, spot, square)]
    nearest = sorted(targets, key=lambda square: (board.pitch.apart(square, goal), square))[:TARGETS]
    best = _best(action, board, player, mate, spot, worth, nearest)
    if best is None:
        return
    gain = best.worth - best.falls * fall_cost(board, mate)
    odds = 1 - best.crowd
    path = partial(routes.path_to, spot)
    yield Step(
        player,
        action,
        gain / odds,
        f"throws {mate.name} {why}",
        path,
        ("throw", mate.id),
        odds,
        odds,
        2.0,
        aim=best.target,
    )


def _errand(board: Board, able: dict[int, Routes]) -> Errand | None:
    """Where somebody is wanted and nobody can go, and what that is worth."""
    if board.theirs and board.carrier is not None:
        goal = board.carrier.square
        beside = board.pitch.neighbours(goal)
        if any(beside >> other.square & 1 for other in board.mates) or any(r.area & beside for r in able.values()):
            return None
        scores = board.their_turns and board.rows_to_defend(goal) <= board.value(board.carrier, "ma")
        return goal, LAST_CHANCE if scores else BESIDE_CARRIER, "at their carrier"
    if board.loose >= 0:
        near = (routes for routes in able.values() if board.pitch.apart(routes.start, board.loose) <= routes.limit)
        return None if any(near) else (board.loose, FETCHED, "to the ball")
    return None


def feeds(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """The ball into the hands of somebody who can then be thrown."""
    if "hand-off" in board.game.state.declared or board.rows_to_go(player.square) <= board.value(player, "ma"):
        return
    for id, thrower in able.items():
        actions = [action.key for action in more_actions(board.game, thrower.player)] if id != player.id else []
        for action in (key for key in actions if key in ("throw-team-mate", "kick-team-mate")):
            for mate in board.mates:
                if mate is not player and mate.ready and board.game.collect(THROWABLE, mate):
                    yield from _feed(action, board, player, mate, routes, thrower, able)


def _feed(
    action: str, board: Board, player: Player, mate: Player, routes: Routes, thrower: Routes, able: dict[int, Routes]
) -> Iterator[Step]:
    beside = board.pitch.neighbours(mate.square)
    spots = beside & (thrower.area | 1 << thrower.start)
    hands = beside & (routes.area | 1 << player.square)
    if not spots or not hands or thrower.player is mate:
        return
    spot = thrower.start if spots >> thrower.start & 1 else lowest(board.marks.least(spots))
    best = best_throw(action, board, thrower.player, mate, spot, mate.id in able)
    if best is None:
        return
    odds, held = catch(board, mate, "hand-off"), max(0.0, worth_held(board, player))
    acts = odds_to_act(board, thrower.player, action)
    loss = held + turned_over(board, player.square)
    gain = acts * (best.worth - (1 - best.stands) * turned_over(board, best.target)) + (1 - acts) * held - held
    best_odds = again(odds) if board.rerolls else odds
    place = player.square if hands >> player.square & 1 else lowest(hands)
    why = f"hand-off to {mate.name}, who is to be thrown, {odds * best.stands:.0%}"
    path, last = partial(routes.path_to, place), ("hand-off", mate.id)
    yield Step(player, "hand-off", gain, why, path, last, odds, best_odds, loss, scores=True, needs=thrower.player.id)


# The throw --------------------------------------------------------------------------------------------------------------------


def _in_range(board: Board, spot: Square, square: Square) -> bool:
    ranges = board.game.edition.throw_team_mate_ranges
    return square != spot and board.pitch.range(spot, square) in ranges


def _forward(board: Board, spot: Square) -> Iterator[Square]:
    """The farthest squares ahead of each range, straight and to the side."""
    x, y = board.pitch.xy(spot)
    for aside in ACROSS:
        ahead = [board.at(x + rows * board.forward, y + aside) for rows in range(FAR, 0, -1)]
        inside = [square for square in ahead if square is not None]
        for far in board.game.edition.throw_team_mate_ranges:
            yield from [square for square in inside if board.pitch.range(spot, square) == far][:1]


def _best(
    action: str,
    board: Board,
    player: Player,
    mate: Player,
    spot: Square,
    worth: Worth,
    targets: Iterator[Square] | list[Square],
) -> Landing | None:
    thrower = player if player.square == spot else player.copy()
    thrower.square = spot
    found = [_judged(action, board, thrower, mate, square, worth) for square in targets]
    return max(found, key=lambda landing: (landing.worth - landing.crowd, -landing.target), default=None)


def _judged(action: str, board: Board, player: Player, mate: Player, target: Square, worth: Worth) -> Landing:
    game = board.game
    superb, fumbled = hurl_prospects(game, player, target)
    eats = 1 - chance(game, not_hungry(player)) if always_hungry.key in player.skills else 0.0
    flies = (1 - eats) * (1 - fumbled)
    well = superb / (1 - fumbled) if fumbled < 1 else 0.0
    good, poor = (_lands(action, board, player, mate, outcome) for outcome in (SUPERB, SUBPAR))
    value = stands = inside = 0.0
    for square, odds in landings(board, target, scatter(SCATTERS)):
        inside += odds
        if board.occupied >> square & 1 and square != mate.square:
            continue
        markers = min(board.exposed(square), MOST_MARKERS)
        lands = odds * (well * good[markers] + (1 - well) * poor[markers])
        stands += lands
        value += lands * worth(square)
    return Landing(target, flies * value, flies * stands, 1 - flies * stands, flies * (1 - inside))


def _lands(action: str, board: Board, player: Player, mate: Player, outcome: str) -> tuple[float, ...]:
    """The odds to land on the feet, by the number of markers."""

    def work() -> tuple[float, ...]:
        game = board.game
        throw = Hurl(player, mate, action, outcome=outcome)
        plain = [(source, value) for source, value in game.edition.modifiers.land(game, throw) if source != "marked"]
        return tuple(
            chance(
                game, Test("landing", mate, board.value(mate, "ag"), [*plain, *game.edition.modifiers.dodge(number)])
            )
            for number in range(MOST_MARKERS + 1)
        )

    return board.once(("landing", outcome, mate.id, board.value(mate, "ag"), len(mate.skills)), work)
