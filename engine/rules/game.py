"""A Blood Bowl match as its procedures see it: questions about the position, and the few ways to change it."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from engine.core.answers import YES_NO
from engine.core.dice import Dice
from engine.core.events import Ball as BallMoved
from engine.core.events import Move, Off, Put, Score, Stance
from engine.core.game import Game
from engine.core.hooks import Query, Skill
from engine.core.pitch import Mask, Square
from engine.core.questions import Question
from engine.core.ruling import Ruling, Rulings
from engine.rules.boards import Boards
from engine.rules.edition import Edition
from engine.rules.events import Distracted, Held, Turnover, UsedSkill
from engine.rules.state import NOBODY, NOWHERE, STANDING, Player, State, Team

Stat = tuple[Player, str]
CHARACTERISTICS: Query[Stat, int] = Query(
    "characteristics", of=itemgetter(0)
)  # what changes MA, ST, AG, PA or AV for now
# Whether a player who leaves the pitch, if only because the drive is over, stays Distracted until it is activated again.
distracted_off_pitch: Ruling[bool] = Ruling("distracted-across-drives", {"ends": False, "kept": True})

USE_SKILL: Question[bool] = Question("use-skill", YES_NO, "Does {player} use {skill}?")


class BloodBowl(Game[State]):
    def __init__(
        self, edition: Edition, state: State, dice: Dice, rulings: Rulings, effects: Mapping[str, Any]
    ) -> None:
        super().__init__(state, dice, rulings, effects)
        self.edition = edition
        self.pitch = edition.pitch
        self._boards: Boards | None = None
        self.shoving = False  # somebody has been pushed into a square whose player is still to be pushed on
        self.touchdowns_wait = False  # whoever is in a scoring position is looked for later

    def changed(self) -> None:
        """Players moved or fell: what was worked out about the position is stale."""
        self._boards = None

    @property
    def boards(self) -> Boards:
        """Who is where. Kept until a change; whatever sets a square, a status or `distracted` must say so."""
        if self._boards is None:
            self._boards = Boards.of(self.state.players)
        return self._boards

    # Questions ------------------------------------------------------------------------------------------------------

    def owner(self, id: int) -> Player | Team:
        """A player, or a team for what its staff does."""
        return self.state.players[id] if id >= 0 else self.state.teams[-1 - id]

    def team(self, side: int) -> Team:
        return self.state.teams[side]

    def players(self, side: int, *statuses: str) -> list[Player]:
        """The players of a side with one of these statuses; without any, those on the pitch."""
        if not statuses:
            return self.boards.on_pitch[side][:]
        if statuses == (STANDING,):
            return self.boards.standing[side][:]
        return [player for player in self.state.players if player.side == side and player.status in statuses]

    def at(self, square: Square) -> Player | None:
        return self.boards.at.get(square)

    def free(self, square: Square) -> bool:
        """On the pitch and unoccupied; a ball does not occupy a square."""
        return self.pitch.on(square) and self.at(square) is None

    def occupied(self) -> Mask:
        return self.boards.occupied

    def value(self, player: Player, name: str) -> int:
        """A characteristic as it is now."""
        number: int = getattr(player, name)
        for _, change in self.collect(CHARACTERISTICS, (player, name)):
            number += change
        if player.spent:
            for mark, lowest in self.edition.drive_marks.items():
                if name in lowest and mark in player.spent:
                    number = max(lowest[name], number - 1)
        return number

    def _able(self, id: int, skill: Skill, context: object) -> Player | Team | None:
        """Active skills need an owner who is Standing and not Distracted; passive ones always work (Core p.118)."""
        if id < 0:
            return self.owner(id)
        player = self.state.players[id]
        if player.status == STANDING:
            if not (skill.active and player.distracted):
                return player
        elif not skill.active and (player.on_pitch or skill.everywhere):
            return player
        counts = getattr(context, "able", False) and getattr(context, "by", None) is player  # though it went down
        return player if counts else None

    def has_zone(self, player: Player) -> bool:
        """Standing and not Distracted (Core p.38)."""
        return player.ready

    def can_use(self, player: Player) -> bool:
        """Whether active skills work: on the pitch, Standing and not Distracted."""
        return player.ready

    def markers(self, square: Square, side: int, but: Player | None = None) -> list[Player]:
        """The players of a side whose tackle zone covers a square."""
        boards = self.boards
        there = self.pitch.neighbours(square) & boards.marking_squares[side]
        if not there:
            return []
        if not there & there - 1 and not boards.shared:  # a single square, and a single player on it
            player = boards.at[there.bit_length() - 1]
            return [] if player is but else [player]
        return [player for player in boards.marking[side] if there >> player.square & 1 and player is not but]

    def marked_besides(self, player: Player, rival: Player) -> bool:
        """Whether anybody but this opponent marks a player."""
        boards = self.boards
        there = self.pitch.neighbours(player.square) & boards.marking_squares[rival.side]
        if there and boards.shared:
            return bool(self.markers(player.square, rival.side, but=rival))
        return bool(there and there & ~(1 << max(rival.square, 0)))

    def marked(self, player: Player) -> bool:
        return bool(self.pitch.neighbours(player.square) & self.boards.marking_squares[1 - player.side])

    def zones(self, side: int) -> Mask:
        """The squares that a side's tackle zones cover."""
        return self.pitch.around(self.boards.marking_squares[side])

    def is_open(self, player: Player) -> bool:
        """Standing and marked by nobody (Core p.38)."""
        return player.status == STANDING and not self.marked(player)

    def next_to(self, player: Player, side: int) -> list[Player]:
        """The players of a side in adjacent squares, whatever their status."""
        there = self.pitch.neighbours(player.square) & self.boards.squares[side]
        if not there:
            return []
        return [other for other in self.boards.on_pitch[side] if other.square >= 0 and there >> other.square & 1]

    def carrier(self) -> Player | None:
        id = self.state.ball.carrier
        return None if id == NOBODY else self.state.players[id]

    def has_ball(self, player: Player) -> bool:
        return self.state.ball.carrier == player.id

    async def uses(self, skill: Skill, player: Player, adds: int = 0) -> bool:
        """Ask whether a skill that may be declined is used."""
        return await self.uses_key(skill.key, player, adds)

    async def uses_key(self, skill: str, player: Player, adds: int = 0) -> bool:
        used = await self.choose(USE_SKILL, player.side, (True, False), player=player.id, skill=skill)
        if used:
            self.emit(UsedSkill(player.id, skill, adds))
        return used

    def interrupted(self) -> bool:
        """A turnover or touchdown: what is under way is finished, then the turn is over."""
        return bool(self.state.turnover) or self.state.scorer != NOBODY

    # Changes --------------------------------------------------------------------------------------------------------

    def gain(self, owner: Player | Team, skill: str, value: int | None = None) -> None:
        """A skill, or a condition that works like one, for the rest of the match. Nobody has anything twice."""
        if isinstance(owner, Team):
            owner.inducements.setdefault(skill, value or 1)
        elif skill not in owner.skills:
            owner.skills[skill] = owner.given[skill] = value
        self.listen()

    def put(self, player: Player, square: Square, status: str = STANDING) -> None:
        """Placed on the pitch, from wherever."""
        self.changed()
        player.square, player.status, player.fielded, player.played = square, status, True, True
        self.emit(Put(player.id, square))
        if player.distracted:
            self.emit(Distracted(player.id))
        self.state.holds = {pair for pair in self.state.holds if player.id not in pair}
        if status != STANDING:
            self.emit(Stance(player.id, status))

    def shift(self, player: Player, square: Square) -> None:
        """One step, push or placement on the pitch."""
        if not self.boards.follow(player, square):
            self.changed()
        self.emit(Move(player.id, (player.square, square)))
        player.square = square
        if self.state.holds:
            self.state.holds = {pair for pair in self.state.holds if pair[1] != player.id}
            self._loosen()

    def lay(self, player: Player, status: str) -> None:
        self.changed()
        player.status, player.rooted = status, player.rooted and status == STANDING
        self.emit(Stance(player.id, status))
        self._loosen()

    def distract(self, player: Player) -> None:
        """No tackle zone and no active skills until its next activation (Core p.38)."""
        self.changed()
        player.distracted = True
        self.emit(Distracted(player.id))
        self._loosen()

    def focus(self, player: Player) -> None:
        """No longer Distracted."""
        if player.distracted:
            self.changed()
            player.distracted = False

    def lift(self, player: Player) -> None:
        """Off its square, before it is clear where to: into the air, the crowd or a hole."""
        self.changed()
        player.square = NOWHERE

    def take_off(self, player: Player, where: str) -> None:
        self.changed()
        player.status, player.square, player.rooted, player.no_assists = where, NOWHERE, False, False
        player.distracted = player.distracted and self.ruling(distracted_off_pitch)
        self.emit(Off(player.id, where))
        self._loosen()

    def hold(self, holder: Player, player: Player) -> None:
        """Keep a player in its square for as long as the holder marks it."""
        self.state.holds.add((holder.id, player.id))
        self.emit(Held(player.id, holder.id))

    def _loosen(self) -> None:
        """Whoever is no longer marked is no longer held."""
        if self.state.holds:
            self.state.holds = {pair for pair in self.state.holds if self._marks(*pair)}

    def _marks(self, holder: int, held: int) -> bool:
        player, rival = self.state.players[holder], self.state.players[held]
        near = rival.square >= 0 and bool(self.pitch.neighbours(rival.square) >> max(player.square, 0) & 1)
        return near and player.has_square and self.has_zone(player)

    def give_ball(self, player: Player) -> None:
        ball = self.state.ball
        ball.carrier, ball.square = player.id, NOWHERE
        self.emit(BallMoved(None, player.id))

    def rest_ball(self, square: Square) -> None:
        ball = self.state.ball
        ball.carrier, ball.square = NOBODY, square
        self.emit(BallMoved(square, None))

    def lift_ball(self) -> None:
        """Into the air, or out of play."""
        self.state.ball.carrier, self.state.ball.square = NOBODY, NOWHERE
        self.emit(BallMoved(None, None))

    def turnover(self, why: str) -> None:
        """Only the first reason counts; during a kick-off there is no turn to end."""
        if self.state.active != NOBODY and not self.state.turnover:
            self.state.turnover = why
            self.emit(Turnover(self.state.active, why))

    def touchdown(self, player: Player) -> None:
        if self.state.scorer == NOBODY:
            self.state.scorer = player.id
            self.team(player.side).score += 1
            score = (self.team(0).score, self.team(1).score)
            self.emit(Score(player.side, 1, "touchdown", score))
