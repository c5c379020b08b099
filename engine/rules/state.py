"""The position of a Blood Bowl match: flat, slotted, and all there is at a quiet point (Core pp.38-40)."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

HOME, AWAY = 0, 1
NOBODY, NOWHERE = -1, -1

# Where a player is, and how. Only the first three are on the pitch.
STANDING, PRONE, STUNNED = ON_PITCH = "standing", "prone", "stunned"
RESERVES, KNOCKED_OUT, CASUALTY, SENT_OFF, OUT = "reserves", "knocked-out", "casualty", "sent-off", "out"

PREGAME, DRIVE, TURN_START, TURN, DRIVE_END, OVER = "pregame", "drive", "turn-start", "turn", "drive-end", "over"

SkillValue = int | str | None
STATS = ("ma", "st", "ag", "pa", "av")  # what a player has as figures; an edition without one leaves it at 0


@dataclass(slots=True)
class Player:
    id: int
    side: int
    number: int
    name: str
    position: str
    keywords: tuple[str, ...]
    ma: int
    st: int
    ag: int
    pa: int  # 0: none, every pass is a fumble
    av: int
    skills: dict[str, SkillValue]
    status: str = RESERVES
    square: int = NOWHERE
    distracted: bool = False
    turned_face_down: bool = False  # Stunned when its team's turn began, so Prone at the end of it
    used: bool = False  # activated, or has forgone its activation, this turn
    spent: set[str] = field(default_factory=set)  # skills used this turn
    spent_for_game: set[str] = field(default_factory=set)
    niggling: int = 0
    spare: bool = False  # no player of the team, but one that may join it during the match
    rookie: bool = False  # one that joins it before the match, if the dice say so
    mercenary: bool = False
    journeyman: bool = False
    played: bool = False  # was on the pitch in this match
    given: dict[str, SkillValue] = field(default_factory=dict)  # of the skills those that the match has given it
    former: dict[str, Any] = field(default_factory=dict)  # what it is again after the drive, turned into something else
    fielded: bool = False  # in this drive, wherever it is now
    rooted: bool = False  # it may not leave its square
    sits_out: bool = False  # the next drive (Sweltering Heat)
    no_assists: bool = False  # until its next activation it helps nobody
    injury: str = ""  # the casualty result
    hurt_by: int = NOBODY
    fell_by: int = NOBODY
    primary: tuple[str, ...] = ()  # the categories of its primary skills

    @property
    def on_pitch(self) -> bool:
        return self.status in ON_PITCH

    @property
    def has_square(self) -> bool:
        """On the pitch and not in the air or on the way into the crowd."""
        return self.square >= 0 and self.on_pitch

    @property
    def ready(self) -> bool:
        """Standing and not Distracted: it has a tackle zone, and its active skills work (Core pp.38, 118)."""
        return self.status == STANDING and not self.distracted

    def copy(self) -> "Player":
        return replace(
            self,
            skills=dict(self.skills),
            spent=set(self.spent),
            spent_for_game=set(self.spent_for_game),
            given=dict(self.given),
            former=dict(self.former),
        )


@dataclass(slots=True)
class Team:
    side: int = HOME
    inducements: dict[str, int] = field(default_factory=dict)  # how many of each
    used_up: list[str] = field(default_factory=list)  # inducements that work once a game
    special_rules: tuple[str, ...] = ()
    rerolls: dict[str, int] = field(default_factory=dict)  # by source: bought, brilliant-coaching, leader, …
    bought: int = 0  # replenished at half-time
    bribes: int = 0
    apothecaries: int = 0
    assistant_coaches: int = 0
    cheerleaders: int = 0
    fans: int = 0
    fan_factor: int = 0
    turn: int = 0
    skips: bool = False  # its next turn, for having scored in the last one of the other side
    coach_ejected: bool = False
    stalled: bool = False
    extra_assist: bool = False  # Cheering Fans: the next block
    cheered: bool = False  # … of the coming turn
    mascot: bool = False
    prayers_bought: int = 0
    may_concede: bool = False
    led_out_by: list[int] = field(default_factory=list)  # who was there to lead the team when the half began
    score: int = 0

    @property
    def id(self) -> int:
        """As the owner of what listens at points of the match, beside the players with their ids from 0 on."""
        return -1 - self.side

    @property
    def skills(self) -> dict[str, int]:
        """What it has that may listen: inducements, answered prayers, and the special rules of its roster."""
        return self.inducements | dict.fromkeys(self.special_rules, 1)

    def copy(self) -> "Team":
        return replace(
            self,
            rerolls=dict(self.rerolls),
            inducements=dict(self.inducements),
            used_up=list(self.used_up),
            led_out_by=list(self.led_out_by),
        )


@dataclass(slots=True)
class Ball:
    """On the ground, or with a carrier; in the air or off the pitch it is in neither place."""

    square: int = NOWHERE
    carrier: int = NOBODY


@dataclass(slots=True)
class State:
    players: list[Player]
    teams: list[Team] = field(default_factory=lambda: [Team(), Team()])
    ball: Ball = field(default_factory=Ball)
    stage: str = PREGAME
    half: int = 1
    active: int = NOBODY  # the side whose turn it is; nobody's during a kick-off
    kicking: int = HOME  # in this drive
    kicked_first: int = HOME  # at the start of the game
    weather: str = "perfect-conditions"
    turnover: str = ""
    scorer: int = NOBODY  # a touchdown ends the drive
    acting: int = NOBODY  # whose activation is under way
    declared: set[str] = field(default_factory=set)  # once-per-turn actions of this turn
    holds: set[tuple[int, int]] = field(default_factory=set)  # who holds whom in its square
    drive_turns: int = 0  # begun since the kick-off, of both sides
    winner: str = ""
    extra_time: bool = False
    trapdoors: int = 0  # the squares of those that may open, as a mask
    winner_needed: bool = False  # a draw goes to extra time and penalties
    first_leg: list[int] = field(
        default_factory=lambda: [0, 0]
    )  # touchdowns that count with those of this match for that
    penalties: list[int] = field(default_factory=list)  # won by each side
    drives: int = 0  # begun in this half
    conceded: int = NOBODY  # the side that gave up
    penalty_free: bool = False  # … for want of players

    def copy(self) -> "State":
        return replace(
            self,
            players=[player.copy() for player in self.players],
            teams=[team.copy() for team in self.teams],
            ball=replace(self.ball),
            penalties=list(self.penalties),
            first_leg=list(self.first_leg),
            declared=set(self.declared),
            holds=set(self.holds),
        )

    def to_json(self) -> dict[str, Any]:
        saved = asdict(self)
        saved["declared"] = sorted(self.declared)
        saved["holds"] = sorted(list(pair) for pair in self.holds)
        for player in saved["players"]:
            for name in ("spent", "spent_for_game"):
                player[name] = sorted(player[name])
        return saved


def load_state(saved: dict[str, Any]) -> State:
    players = [
        Player(
            **player
            | {name: tuple(player[name]) for name in ("keywords", "primary")}
            | {name: set(player[name]) for name in ("spent", "spent_for_game")}
        )
        for player in saved["players"]
    ]
    parts = {
        "players": players,
        "teams": [Team(**team | {"special_rules": tuple(team["special_rules"])}) for team in saved["teams"]],
        "ball": Ball(**saved["ball"]),
        "declared": set(saved["declared"]),
        "holds": {(holder, held) for holder, held in saved["holds"]},
    }
    return State(**saved | parts)
