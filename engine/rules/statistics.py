"""What a match gives back: the result and the figures of teams and players, counted from the events alone (Core p.96)."""

from collections.abc import Callable
from typing import Any

from engine.core.events import Ball, Event, Off, Phase, Roll, Score
from engine.core.ruleset import Figure, Sheet
from engine.core.ruling import Ruling
from engine.rules import events
from engine.rules.aftermath import earns, hand_over, scores
from engine.rules.game import BloodBowl
from engine.rules.state import SENT_OFF, Player

KEYS = (
    "touchdowns",
    "casualties",
    "knockouts",
    "blocks",
    "blocks_1d",
    "blocks_2d",
    "blocks_3d",
    "blocks_2d_against",
    "blocks_3d_against",
    "dodges",
    "rushes",
    "pickups",
    "pickups_made",
    "passes",
    "completions",
    "interceptions",
    "handoffs",
    "fouls",
    "sent_off",
    "throw_team_mates",
    "turnovers",
    "rerolls_used",
    "stalls",
    "possession",
)
TEAM_FIGURES = {
    "touchdowns": "Touchdowns",
    "possession": "Turns with the ball",
    "blocks": "Blocks",
    "knockouts": "Knock-outs",
    "casualties": "Casualties",
    "dodges": "Dodges",
    "rushes": "Rushes",
    "pickups_made": "Balls picked up",
    "passes": "Passes",
    "completions": "Passes completed",
    "interceptions": "Interceptions",
    "handoffs": "Hand-offs",
    "throw_team_mates": "Team-mates thrown",
    "fouls": "Fouls",
    "sent_off": "Sent off",
    "rerolls_used": "Re-rolls used",
    "turnovers": "Turnovers",
}
PLAYER_FIGURES = (
    Figure("touchdowns", "TD", "Touchdowns"),
    Figure("completions", "Cp", "Passes completed"),
    Figure("casualties", "Cas", "Casualties caused"),
    Figure("blocks", "Blk", "Blocks"),
    Figure("fouls", "Foul", "Fouls"),
    Figure("spp", "SPP", "Star Player Points"),
)
TABLE_FIGURES = (Figure("casualties", "Cas", "Casualties that earned Star Player Points"),)  # touchdowns are the score
# Figures of a player that an edition may give points for.
EARNING = frozenset(
    {
        "touchdowns",
        "completions",
        "catches",
        "interceptions",
        "throws_landed",
        "landings",
        "casualties_for_spp",
        "casualties_prayed_for",
    }
)
PRAYED_FOR = ("crowd", "foul")  # causes of casualties that nobody earns anything for without a prayer (Core p.143)
ROLLS = {"dodge": "dodges", "rush": "rushes", "pick-up": "pickups", "secure": "pickups", "stalling": "stalls"}
CASUALTIES = {"regenerated", "badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead"}
Figures = dict[str, int]
# Whether a pass is completed that somebody catches beside its target square.
beside_counts: Ruling[bool] = Ruling("diving-catch-completion", {"counts": True, "target-square-only": False})


class Tally:
    """Goes through the events once. Figures belong to players; what belongs to nobody counts for its side."""

    def __init__(self, players: list[Player], *, completed_beside: bool) -> None:
        self.completed_beside = completed_beside
        self.sides = [player.side for player in players]
        self.players: list[Figures] = [{} for _ in players]
        self.teams: tuple[Figures, Figures] = ({}, {})
        self.holder: int | None = None
        self.thrower: int | None = None  # of a pass that is still in the air
        self.passer: int | None = None  # of one that may also have gone astray, but has not come down
        self.bomb = False  # what was thrown last is none of these, and nothing is earned with it
        self.hurler: int | None = None  # of a superb throw that has not landed yet
        self.turn: int | None = None

    def add(self, key: str, player: int) -> None:
        self.players[player][key] = self.players[player].get(key, 0) + 1
        self.team(key, self.sides[player])

    def team(self, key: str, side: int) -> None:
        self.teams[side][key] = self.teams[side].get(key, 0) + 1

    def roll(self, event: Roll) -> None:
        if event.what in ("bounce", "scatter"):
            self.thrower = None
        if event.what in ("bounce", "throw-in distance"):
            self.passer = None
        if event.player is None:
            return
        if event.what in ROLLS:
            self.add(ROLLS[event.what], event.player)
        if event.what in ("pick-up", "secure") and event.passed:
            self.add("pickups_made", event.player)
        if event.what == "intercept" and event.passed and not self.bomb:
            self.add("interceptions", event.player)

    def block_dice(self, event: events.BlockDice) -> None:
        number = len(event.faces)
        against = "_against" if number > 1 and event.chooser != self.sides[event.player] else ""
        self.add("blocks", event.player)
        self.add(f"blocks_{number}d{against}", event.player)

    def injury(self, event: events.Injured) -> None:
        by = event.by if event.by is not None and self.sides[event.by] != self.sides[event.player] else None
        key = "casualties" if event.result in CASUALTIES else "knockouts" if event.result == "knocked-out" else ""
        if not key:
            return
        for id in event.credit:
            figures = self.players[id]
            figures["casualties_for_spp"] = figures.get("casualties_for_spp", 0) + 1
            if event.cause in PRAYED_FOR:
                figures["casualties_prayed_for"] = figures.get("casualties_prayed_for", 0) + 1
        if by is None:
            self.team(key, 1 - self.sides[event.player])
        else:
            self.add(key, by)

    def bombs(self, event: events.Bombed) -> None:
        self.bomb = True

    def throw(self, event: events.Thrown) -> None:
        self.bomb = False
        self.add("passes", event.player)
        self.thrower = event.player if event.outcome == "accurate" else None
        self.passer = event.player if event.outcome != "fumble" else None

    def came_down(self, event: events.CameDown) -> None:
        """Where nobody has caught it, so that only those beside can."""
        if not self.completed_beside:
            self.thrower = None

    def hurl(self, event: events.Hurled) -> None:
        self.add("throw_team_mates", event.player)
        self.hurler = event.player if event.outcome == "superb" else None

    def land(self, event: events.Landed) -> None:
        if event.safe:
            self.add("landings", event.player)
            if self.hurler is not None:
                self.add("throws_landed", self.hurler)
        self.hurler = None

    def ball(self, event: Ball) -> None:
        caught = event.holder is not None and self.thrower is not None
        if caught and self.sides[event.holder or 0] == self.sides[self.thrower or 0]:
            self.add("completions", self.thrower or 0)
        if event.holder is not None:
            if self.passer not in (None, event.holder) and self.sides[event.holder] == self.sides[self.passer or 0]:
                self.add("catches", event.holder)
            self.thrower = self.passer = None
        self.holder = event.holder

    def phase(self, event: Phase) -> None:
        if self.turn is not None and self.holder is not None and self.sides[self.holder] == self.turn:
            self.team("possession", self.turn)
        self.turn = event.side if event.name == "turn" else None

    def off(self, event: Off) -> None:
        if event.where == SENT_OFF:
            self.add("sent_off", event.player)

    def score(self, event: Score) -> None:
        if self.holder is not None:
            self.add("touchdowns", self.holder)


SEEN: dict[type[Event], Callable[[Tally, Any], None]] = {
    Roll: Tally.roll,
    events.BlockDice: Tally.block_dice,
    events.Injured: Tally.injury,
    events.Thrown: Tally.throw,
    events.CameDown: Tally.came_down,
    events.Bombed: Tally.bombs,
    events.Fouled: lambda tally, event: tally.add("fouls", event.player),
    events.HandedOff: lambda tally, event: tally.add("handoffs", event.player),
    events.Stalled: lambda tally, event: tally.add("stalls", event.player),
    events.Hurled: Tally.hurl,
    events.Landed: Tally.land,
    events.Turnover: lambda tally, event: tally.team("turnovers", event.side),
    events.UsedReroll: lambda tally, event: tally.add("rerolls_used", event.player),
    events.SpentReroll: lambda tally, event: tally.team("rerolls_used", event.side),
    Ball: Tally.ball,
    Phase: Tally.phase,
    Off: Tally.off,
    Score: Tally.score,
}


def result(game: BloodBowl, sheets: tuple[Sheet, Sheet]) -> dict[str, Any]:
    """Score, figures, and everything that the post-match sequence needs."""
    state = game.state
    tally = count(game)
    sides = ("home", "away")
    players: dict[str, dict[str, Any]] = {"home": {}, "away": {}}
    ids = [player["id"] for sheet in sheets for player in sheet["players"]]
    for id, player, figures in zip(ids, state.players, tally.players, strict=True):
        players[sides[player.side]][str(id)] = {
            **figures,
            "spp": _spp(game, player, figures),
            "took_part": int(player.played),
        }
    return {
        "score": [team.score for team in state.teams],
        "touchdowns": [team.score for team in state.teams],
        "casualties": [_credited(game, tally, side) for side in (0, 1)],
        "winner": state.winner,
        "fan_factors": [team.fan_factor for team in state.teams],
        "stalled": [team.stalled for team in state.teams],
        "stats": {
            side: {key: figures.get(key, 0) for key in KEYS} for side, figures in zip(sides, tally.teams, strict=True)
        },
        "players": players,
        **hand_over(game, sheets, ids),
    }


def _credited(game: BloodBowl, tally: Tally, side: int) -> int:
    """The casualties that count for a team: those that earned points (Core p.95)."""
    own = [player for player in game.state.players if player.side == side and scores(game, player)]
    return sum(tally.players[player.id].get("casualties_for_spp", 0) for player in own)


def count(game: BloodBowl) -> Tally:
    tally = Tally(game.state.players, completed_beside=game.ruling(beside_counts))
    for event in game.events:
        if type(event) in SEEN:
            SEEN[type(event)](tally, event)
    return tally


def star_player_points(game: BloodBowl) -> list[int]:
    """What each player has earned so far."""
    figures = count(game).players
    return [_spp(game, player, figures[player.id]) for player in game.state.players]


def _spp(game: BloodBowl, player: Player, figures: Figures) -> int:
    """By the edition's awards, which special rules and prayers of the team may change."""
    if not earns(game, player):
        return 0
    team = game.team(player.side)
    return game.edition.star_player_points.worth(figures, team.special_rules, team.inducements)
