"""What a match gives back: the result and the figures of teams and players, counted from the events alone."""

from typing import Any

from engine.core.events import Event, Move, Off, Score
from engine.core.ruleset import Figure, Sheet
from engine.rulesets.battleball import events
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.scoring import FIRST_OVERTIME
from engine.rulesets.battleball.state import INJURED, SERIOUS

KEYS = (
    "touchdowns",
    "tackles",
    "tackles_won",
    "blocks",
    "blocks_won",
    "pile_ons",
    "passes",
    "completions",
    "interceptions",
    "hand_offs",
    "fumbles",
    "injuries_caused",
    "injuries_suffered",
    "serious_injuries",
    "field_goals",
    "spaces_moved",
)
TEAM_FIGURES = {
    "touchdowns": "Touchdowns",
    "spaces_moved": "Spaces moved",
    "tackles": "Tackles",
    "tackles_won": "Tackles won",
    "blocks": "Blocks",
    "blocks_won": "Blocks won",
    "pile_ons": "Pile-ons",
    "passes": "Passes",
    "completions": "Passes completed",
    "interceptions": "Interceptions",
    "hand_offs": "Hand-offs",
    "fumbles": "Fumbles",
    "field_goals": "Field goals",
    "injuries_caused": "Injuries caused",
    "injuries_suffered": "Injuries suffered",
    "serious_injuries": "Serious injuries",
}
PLAYER_FIGURES = (
    Figure("touchdowns", "TD", "Touchdowns"),
    Figure("tackles_won", "Tkl", "Tackles won"),
    Figure("blocks_won", "Blk", "Blocks won"),
    Figure("injuries_caused", "Inj", "Injuries caused"),
    Figure("spaces_moved", "Moved", "Spaces moved"),
)
TABLE_FIGURES = (Figure("touchdowns", "TD", "Touchdowns"),)
Figures = dict[str, int]


class Tally:
    """Goes through the events once."""

    def __init__(self, size: int) -> None:
        self.players: list[Figures] = [dict.fromkeys(KEYS, 0) for _ in range(size)]
        self.attack: tuple[int, int] | None = None  # the last two who fought
        self.carrier = -1

    def add(self, key: str, player: int, number: int = 1) -> None:
        self.players[player][key] += number

    def see(self, event: Event) -> None:
        handler = SEEN.get(type(event))
        if handler:
            handler(self, event)

    def tackle(self, event: events.Tackle) -> None:
        self.attack = (event.player, event.target)
        self.add("tackles", event.player)
        if event.outcome == "won":
            self.add("tackles_won", event.player)

    def block(self, event: events.Block) -> None:
        self.add("blocks", event.player)
        if event.outcome == "won":
            self.add("blocks_won", event.player)

    def pile_on(self, event: events.PileOn) -> None:
        self.attack = (event.player, event.target)
        self.add("pile_ons", event.player)

    def throw(self, event: events.Pass) -> None:
        self.add("passes", event.player)
        if event.outcome == "complete":
            self.add("completions", event.player)

    def off(self, event: Off) -> None:
        if event.where in (INJURED, SERIOUS) and self.attack:
            one, other = self.attack
            self.add("injuries_suffered", event.player)
            self.add("injuries_caused", other if event.player == one else one)
            if event.where == SERIOUS:
                self.add("serious_injuries", event.player)
        elif event.where == "scored":
            self.carrier = event.player

    def score(self, event: Score) -> None:
        if event.why == "touchdown":
            self.add("touchdowns", self.carrier)

    def kick(self, event: events.FieldGoal) -> None:
        if event.outcome == "good":
            self.add("field_goals", event.player)


SEEN: dict[type[Event], Any] = {
    events.Tackle: Tally.tackle,
    events.Block: Tally.block,
    events.PileOn: Tally.pile_on,
    events.Pass: Tally.throw,
    events.Interception: lambda tally, event: tally.add("interceptions", event.player),
    events.HandOff: lambda tally, event: tally.add("hand_offs", event.player),
    events.Fumble: lambda tally, event: tally.add("fumbles", event.player),
    events.FieldGoal: Tally.kick,
    Off: Tally.off,
    Score: Tally.score,
    Move: lambda tally, event: tally.add("spaces_moved", event.player, len(event.path) - 1),
}


def result(game: Bout, sheets: tuple[Sheet, Sheet]) -> dict[str, Any]:
    state = game.state
    tally = Tally(len(state.pieces))
    for event in game.events:
        tally.see(event)
    ids = [
        (side, player["id"])
        for side, sheet in zip(("home", "away"), sheets, strict=True)
        for player in sheet["players"]
    ]
    players: dict[str, dict[str, Figures]] = {"home": {}, "away": {}}
    serious: dict[str, list[Any]] = {"home": [], "away": []}
    for (side, id), piece, figures in zip(ids, state.pieces, tally.players, strict=True):
        # JSON has only text for keys, so a result is the same before and after a trip through a file.
        players[side][str(id)] = figures
        if piece.status == SERIOUS:
            serious[side].append(id)
    return {
        "score": state.score[:],
        "touchdowns": state.touchdowns[:],
        "winner": state.winner,
        "halves": min(state.half, FIRST_OVERTIME - 1),
        "overtime_rounds": max(0, state.half - FIRST_OVERTIME + 1),
        "stats": {side: _sum(list(figures.values())) for side, figures in players.items()},
        "players": players,
        "serious": serious,
    }


def _sum(rows: list[Figures]) -> Figures:
    return {key: sum(row[key] for row in rows) for key in KEYS}
