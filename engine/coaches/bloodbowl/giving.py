"""Handing the ball over and throwing it: to whom, from where, and what the team-mate makes of it."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl.ballwork import accurate, catch
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.carrying import haven
from engine.coaches.bloodbowl.possession import dropped, holder, touchdown, turned_over, worth_held
from engine.coaches.bloodbowl.routes import Routes, again
from engine.coaches.bloodbowl.steps import Step
from engine.core.pitch import Square, lowest
from engine.rules.activation import may_declare_of
from engine.rules.state import NOBODY, Player

AHEAD = 3  # rows that a throw has to bring
RECEIVERS = 3  # that are thought about
IN_DANGER, SAFE_HANDS = (
    0.3,
    2,
)  # odds to lose the ball with which it goes to whoever is safer, and how many of those are thought about
GOOD_HANDS = 0.6  # odds to catch below which nobody is safe
LONGEST = 13  # squares that a ball flies
LONG_SHOT, LAST_SHOT = 0.15, 0.03  # odds below which nobody throws, and when nothing is left to lose
BOTH = {"hand-off", "pass"}
Way = tuple[str, tuple[str, int], Square, float]  # action, last step, where from, odds that the team-mate gets the ball


def give(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], patience: float = 1.0
) -> Iterator[Step]:
    """To a team-mate who can score this turn."""
    actions = _actions(board, player)
    if not actions:
        return
    held, them, least = worth_held(board, player), turned_over(board, player.square), _least(board)
    for mate in board.mates:
        if mate is player or mate.id not in able or board.rows_to_go(mate.square) > able[mate.id].limit:
            continue
        runs = runs_in(board, able[mate.id])
        if runs < least:
            continue
        gain = touchdown(board) * runs - them * (1 - runs) - held * patience
        for action, last, spot, odds in ways(board, player, mate, routes):
            if action in actions:
                why = f"{action} to {mate.name}, who may score, {odds * runs:.0%}"
                best = again(odds) if board.rerolls else odds
                path, loss = partial(routes.path_to, spot), held + dropped(board, player.square, mate.square)
                yield Step(player, action, gain, why, path, last, odds, best, loss, needs=mate.id, scores=True)


def give_through(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """In the last turn: handed to a team-mate who throws it to somebody who scores, or thrown to one who hands it over."""
    actions = _actions(board, player)
    if board.turns_left or len(actions) < len(BOTH):
        return
    runs = {
        id: odds
        for id, theirs in able.items()
        if id != player.id and board.rows_to_go(theirs.start) <= theirs.limit
        if (odds := runs_in(board, theirs)) >= LONG_SHOT
    }
    for mate in board.mates if runs else ():
        if mate is player or mate.id not in able:
            continue
        for action, last, spot, odds in ways(board, player, mate, routes):
            scores = _goes_on(board, mate, able, runs, action) if odds >= LONG_SHOT else 0.0
            if odds * scores >= LAST_SHOT:
                best = again(odds) if board.rerolls else odds
                why = f"{action} to {mate.name}, who gives it on to score, {best * scores:.0%}"
                gain, path = touchdown(board) * scores, partial(routes.path_to, spot)
                loss = turned_over(board, player.square)
                yield Step(player, action, gain, why, path, last, odds, best, loss, needs=mate.id, scores=True)


def _goes_on(board: Board, mate: Player, able: dict[int, Routes], runs: dict[int, float], first: str) -> float:
    """The odds that somebody else scores to whom a team-mate gives the ball in the other way."""
    return max(
        (
            odds * scores
            for id, scores in runs.items()
            if id != mate.id
            for action, _, _, odds in ways(board, mate, able[id].player, able[mate.id])
            if action != first
        ),
        default=0.0,
    )


def give_on(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], easy: float, now: float, risk: float = 0.0
) -> Iterator[Step]:
    """To a team-mate farther ahead, who takes the ball to a better place than the carrier can, or is in one already.

    If the carrier is likely to lose it where it goes, to safe hands anywhere.
    """
    actions = _actions(board, player)
    if not actions or not board.turns_left:
        return
    hopes = _hopes(board, player, routes, able, easy)[:RECEIVERS]
    if risk >= IN_DANGER:
        known = {mate.id for _, mate in hopes}
        hopes += [(_hope(board, mate, able), mate) for mate in safe_hands(board, player) if mate.id not in known]
    for hope, mate in hopes:
        found = [way for way in ways(board, player, mate, routes) if way[0] in actions]
        if any(again(odds) * hope > easy for *_, odds in found):
            yield from _given_on(board, player, mate, routes, able, found, now)


def safe_hands(board: Board, player: Player) -> list[Player]:
    """Unmarked team-mates who catch, to whom the fewest opponents can come."""
    threats = board.threats
    found = [
        (threats.count(mate.square), board.rows_to_go(mate.square), mate.id, mate)
        for mate in board.mates
        if mate is not player and mate.ready and not board.exposed(mate.square)
    ]
    return [mate for *_, mate in sorted(found) if catch(board, mate, "hand-off") >= GOOD_HANDS][:SAFE_HANDS]


def _hope(board: Board, mate: Player, able: dict[int, Routes]) -> float:
    """The most that the ball may be worth in the hands of a team-mate."""
    having = holder(board, mate)
    return having.farthest(able[mate.id].area) if mate.id in able else having.promise(mate.square)


def _hopes(
    board: Board, player: Player, routes: Routes, able: dict[int, Routes], easy: float
) -> list[tuple[float, Player]]:
    """Unmarked team-mates well ahead, with the most that the ball may be worth in their hands, the best first."""
    ahead, reach = board.rows_to_go(player.square) - AHEAD, routes.sure + LONGEST
    found = []
    for mate in board.mates:
        if mate is player or not mate.ready or board.rows_to_go(mate.square) > ahead or board.exposed(mate.square):
            continue
        if board.pitch.apart(player.square, mate.square) <= reach:
            hope = _hope(board, mate, able)
            if hope > easy:
                found.append((hope, mate))
    return sorted(found, key=lambda pair: (-pair[0], pair[1].id))


def _given_on(
    board: Board, player: Player, mate: Player, routes: Routes, able: dict[int, Routes], ways: list[Way], now: float
) -> Iterator[Step]:
    others = {id: each for id, each in able.items() if id != player.id}
    acts = mate.id in able
    gain = (haven(board, mate, able[mate.id].area, others).worth if acts else worth_held(board, mate)) - now
    loss, needs = now + dropped(board, player.square, mate.square), mate.id if acts else NOBODY
    for action, last, spot, odds in ways:
        best = again(odds) if board.rerolls else odds
        why = f"{action} to {mate.name}, who {'takes it on' if acts else 'is ahead'}, {best:.0%}"
        path = partial(routes.path_to, spot)
        yield Step(player, action, gain, why, path, last, odds, best, loss, needs=needs)


def _actions(board: Board, player: Player) -> set[str]:
    return may_declare_of(board.game, player, BOTH)


def _least(board: Board) -> float:
    """The odds below which nothing is tried."""
    return LONG_SHOT if board.turns_left else LAST_SHOT


def ways(board: Board, player: Player, mate: Player, routes: Routes) -> Iterator[Way]:
    """From hand to hand, and through the air from where the carrier is or may go."""
    beside = board.pitch.neighbours(mate.square)
    spot = player.square if beside >> player.square & 1 else routes.risky(beside & routes.free)
    if spot is not None:
        odds = _gets_to(routes, spot)
        yield "hand-off", ("hand-off", mate.id), spot, odds * catch(board, mate, "hand-off")
        if odds == 1.0:
            return
    caught = catch(board, mate, "pass")
    for spot in _throwing_spots(board, player, mate, routes):
        odds = accurate(board, player, spot, mate.square) * caught * _gets_to(routes, spot)
        if odds > _least(board):
            yield "pass", ("pass", mate.square), spot, odds


def _gets_to(routes: Routes, spot: Square) -> float:
    return 1.0 if routes.area >> spot & 1 else routes.odds(routes.path_to(spot))


def _throwing_spots(board: Board, player: Player, mate: Player, routes: Routes) -> Iterator[Square]:
    """Where the carrier is, and nearer to the team-mate where nobody marks it."""
    yield player.square
    clear = routes.area & ~board.zones & ~(1 << player.square)
    if board.zones >> player.square & 1:
        clear = next((area & ~board.zones for _, area in routes.reached if area & ~board.zones), 0)
    if clear:
        yield lowest(board.pitch.nearest(mate.square, clear))


def runs_in(board: Board, routes: Routes) -> float:
    if board.goal >> routes.start & 1:
        return 1.0
    square = routes.risky(board.goal)
    return routes.odds(routes.path_to(square)) if square is not None else 0.0


def hand_over(board: Board, player: Player, routes: Routes) -> Iterator[Step]:
    """A carrier in danger gives the ball to a team-mate who is in less."""
    if not board.turns_left or "hand-off" in board.game.state.declared:
        return
    here = worth_held(board, player)
    for mate in board.mates:
        beside = board.pitch.neighbours(mate.square) & routes.area
        if mate is player or not beside or board.exposed(mate.square):
            continue
        gain = (worth_held(board, mate) - here) * board.weights.saved
        if gain > 0.5:
            spot = player.square if beside >> player.square & 1 else lowest(beside)
            odds = catch(board, mate, "hand-off")
            best = again(odds) if board.rerolls else odds
            why, path = f"hand-off to {mate.name}, out of danger", partial(routes.path_to, spot)
            loss = here + turned_over(board, player.square)
            yield Step(player, "hand-off", gain, why, path, ("hand-off", mate.id), odds, best, loss)
