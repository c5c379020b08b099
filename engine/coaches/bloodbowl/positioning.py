"""Where a player goes that has nothing else to do: to its place, nearer to the game, out of contact."""

from collections.abc import Iterator
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import danger, fall_cost
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import Place
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import WORTH_IT, Step
from engine.core.pitch import Square, lowest
from engine.rules.state import PRONE, Player

FEEBLE, STURDY = 3.0, 0.6  # how much worse, or less bad, contact is for those who are weaker, or stronger, than most


class Positions:
    """The places that were given to players, and the square round which the game is."""

    def __init__(self, board: Board, guide: Guidance, places: dict[int, Place], focus: Square) -> None:
        self.board, self.guide, self.places, self.focus = board, guide, places, focus

    def steps(self, player: Player, routes: Routes) -> Iterator[Step]:
        board, place = self.board, self.places.get(player.id)
        upright = 0.0
        if player.status == PRONE:
            upright = board.weights.marked_up if board.zones >> player.square & 1 else board.weights.on_its_feet
            yield Step(player, "move", upright, "of more use upright")
        if place is None:
            yield from self._closer(player, routes, upright)
        elif place.square != player.square:
            yield from self._to_place(player, routes, place, upright)

    def _to_place(self, player: Player, routes: Routes, place: Place, upright: float) -> Iterator[Step]:
        board = self.board
        gain = place.worth + upright - self._contact(player, place.square) + danger(board, player)
        if routes.area >> place.square & 1:
            yield Step(player, "move", gain, place.why, partial(routes.path_to, place.square))
            return
        loss = fall_cost(board, player) + self.guide.protects(player)
        odds = routes.at_best(1 << place.square)
        closer = partial(self._with_dice, player, routes, place, gain, loss)
        guess = Step(player, "move", gain, place.why, odds=odds, odds_again=odds, loss=loss, closer=closer)
        if guess.net(0.0, 0.0) > WORTH_IT:
            yield guess

    def _with_dice(self, player: Player, routes: Routes, place: Place, gain: float, loss: float) -> Iterator[Step]:
        """To a place by Rushes, or by Dodges out of contact."""
        if routes.rushed >> place.square & 1:
            path = routes.rush_to(place.square)
        elif self.board.zones >> player.square & 1 and routes.risky(1 << place.square) is not None:
            path = routes.path_to(place.square)
        else:
            yield from self._gets_free(player, routes)
            return
        odds, with_team = routes.odds(path), routes.odds(path, min(1, self.board.rerolls))
        yield Step(player, "move", gain, f"{place.why}, {with_team:.0%}", lambda: path, None, odds, with_team, loss)

    def _closer(self, player: Player, routes: Routes, upright: float) -> Iterator[Step]:
        """Nowhere in particular to be: nearer to where the game is, without a die and out of contact."""
        board = self.board
        if board.zones >> player.square & 1:
            yield from self._gets_free(player, routes)
            return
        aim = self.focus
        spots = routes.area & ~board.zones | 1 << player.square
        best = lowest(board.pitch.nearest(aim, spots))
        gained = board.pitch.distance(player.square, aim) - board.pitch.distance(best, aim)
        if gained > 0 and board.pitch.distance(player.square, aim) > 2:
            yield Step(
                player,
                "move",
                board.weights.better_placed * gained / (gained + 2) + upright,
                "moves up",
                partial(routes.path_to, best),
            )

    def _gets_free(self, player: Player, routes: Routes) -> Iterator[Step]:
        """Away from opponents who would hit it, with a Dodge, to where the game is."""
        board = self.board
        gain, loss = danger(board, player), fall_cost(board, player) + self.guide.protects(player)
        odds = routes.at_best(routes.free)
        if odds * gain - (1 - odds) * loss < WORTH_IT:
            return
        spots = next((area & ~board.zones for _, area in routes.reached if area & ~board.zones), 0)
        if not spots:
            return
        path = routes.path_to(lowest(board.pitch.nearest(self.focus, spots)))
        odds, with_team = routes.odds(path), routes.odds(path, min(1, board.rerolls))
        yield Step(player, "move", gain, f"gets free, {with_team:.0%}", lambda: path, None, odds, with_team, loss)

    def _contact(self, player: Player, square: Square) -> float:
        """What it costs to be hit there."""
        marked = self.board.exposed(square)
        if not marked:
            return 0.0
        return self.board.weights.contact * marked * (FEEBLE if player.st < 3 else STURDY if player.st > 3 else 1.0)
