"""The settings of a game plan, and the record that a coach is handed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from engine.core.shapes import Misplaced, record
from engine.rules.gameplan.kinds import Choice, Formation, Kind, Number, Places, Players, Value

PLAN = "plan"  # the field of a team sheet
FIRST, DEFENCE, MEANS, SCORE, PLAYERS, SET_UP = (
    "The plan",
    "Without the ball",
    "Rough play and re-rolls",
    "Score and clock",
    "Players",
    "Set-ups",
)
BY_SCORE = {"plan": "keep to the plan", "hold": "play it safe", "attack": "take more risks"}


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    kind: Kind
    words: str  # for people
    help: str  # one sentence
    chapter: str

    @property
    def default(self) -> Value:
        return self.kind.default


SETTINGS: Mapping[str, Setting] = {
    each.key: each
    for each in (
        Setting(
            "style",
            Choice(
                {
                    "balanced": "balanced",
                    "cage": "cage: protect the carrier on all sides",
                    "run": "run: get the carrier away from opponents",
                    "pass": "pass: throw to receivers up the pitch",
                }
            ),
            "Style",
            "How the ball goes up the pitch.",
            FIRST,
        ),
        Setting(
            "tempo",
            Choice(
                {
                    "safe": "when it is safe",
                    "soon": "as soon as possible",
                    "late": "late: run the clock down first",
                }
            ),
            "When to score",
            "A late touchdown leaves the opponent no time to answer.",
            FIRST,
        ),
        Setting(
            "risk",
            Choice({"normal": "normal", "low": "low: sure things first", "high": "high: roll for it"}),
            "Risk",
            "How good the odds must be before dice are rolled.",
            FIRST,
        ),
        Setting(
            "toss",
            Choice({"receive": "receive", "kick": "kick"}),
            "After winning the toss",
            "Whoever kicks first receives after half-time.",
            FIRST,
        ),
        Setting(
            "carriers",
            Players(),
            "Ball carriers",
            "Who should have the ball, the most wanted first; nobody named: whoever is best at it.",
            FIRST,
        ),
        Setting(
            "defence",
            Choice(
                {
                    "screen": "screen: keep players between the ball and the end zone",
                    "mark": "mark: stand next to opponents",
                    "press": "press: go for the ball",
                }
            ),
            "Defence",
            "What players do while the opponent has the ball.",
            DEFENCE,
        ),
        Setting(
            "targets",
            Choice({"ball": "the ball carrier", "weak": "the weakest", "stars": "the best players"}),
            "Block and blitz first",
            "Whom to hit when there is a choice.",
            DEFENCE,
        ),
        Setting(
            "fouls",
            Choice({"pays": "when it pays", "never": "never", "often": "often"}),
            "Fouls",
            "A foul may cost a player, and the turn.",
            MEANS,
        ),
        Setting(
            "weapons",
            Choice({"pays": "when it pays", "sparing": "sparingly", "often": "often"}),
            "Weapons and tricks",
            "Secret weapons, thrown team-mates, hypnotic gazes and the like.",
            MEANS,
        ),
        Setting(
            "reserve",
            Number(0, 4),
            "Team re-rolls to keep",
            "So many are not used before the second part of each half.",
            MEANS,
        ),
        Setting(
            "apothecary",
            Choice({"anybody": "anybody", "protected": "only protected players and ball carriers"}),
            "Apothecary",
            "For whom the apothecary is called.",
            MEANS,
        ),
        Setting("ahead", Choice(BY_SCORE), "When ahead", "How the plan changes with a lead.", SCORE),
        Setting("level", Choice(BY_SCORE), "When level", "How the plan changes while the score is level.", SCORE),
        Setting("behind", Choice(BY_SCORE), "When behind", "How the plan changes when the opponent leads.", SCORE),
        Setting(
            "last_turns",
            Choice({"gamble": "gamble for a touchdown", "hold": "hold on to what there is"}),
            "In the last turns of a half",
            "Whether long shots are worth it when time runs out.",
            SCORE,
        ),
        Setting(
            "throwers",
            Players(),
            "Throwers",
            "Who should throw the ball, the most wanted first; they also fetch it where no carriers are named.",
            PLAYERS,
        ),
        Setting(
            "protected",
            Players(),
            "Protected players",
            "Who is kept away from danger where that is possible.",
            PLAYERS,
        ),
        Setting("kicking", Places(), "Set-up when kicking", "Where players stand before a kick-off of yours.", SET_UP),
        Setting(
            "receiving",
            Places(),
            "Set-up when receiving",
            "Where players stand when the opponent kicks off.",
            SET_UP,
        ),
    )
}
SHAPE = record({key: setting.kind.check for key, setting in SETTINGS.items()}, "a game plan")


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A field for each setting."""

    style: str = "balanced"
    tempo: str = "safe"
    risk: str = "normal"
    toss: str = "receive"
    carriers: tuple[str, ...] = ()
    defence: str = "screen"
    targets: str = "ball"
    fouls: str = "pays"
    weapons: str = "pays"
    reserve: int = 0
    apothecary: str = "anybody"
    ahead: str = "plan"
    level: str = "plan"
    behind: str = "plan"
    last_turns: str = "gamble"
    throwers: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    kicking: Formation = ()
    receiving: Formation = ()

    @property
    def hands(self) -> tuple[str, ...]:
        """Who should have the ball, the most wanted first: whoever throws, where no carriers are named."""
        return self.carriers or self.throwers

    @classmethod
    def from_json(cls, document: Any) -> Self:
        """What the document leaves out is as in the default. Whether a team can follow it is for `GamePlans.check`."""
        check_shape(document)
        values: dict[str, Any] = {key: SETTINGS[key].kind.read(value) for key, value in document.items()}
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """Only what differs from the default."""
        values = {key: getattr(self, key) for key in SETTINGS}
        return {key: SETTINGS[key].kind.write(each) for key, each in values.items() if each != SETTINGS[key].default}

    def by_number(self, players: Iterable[Mapping[str, Any]]) -> Self:
        """The same plan with the shirt numbers of players instead of what their sheet calls them: on the pitch, those are known."""
        shirts = {str(player["id"]): str(player["number"]) for player in players}

        def shirt(id: str | None) -> str | None:
            return None if id is None else shirts.get(id)

        changed: dict[str, Any] = {
            key: tuple(shirts[id] for id in getattr(self, key) if id in shirts) for key in PLAYER_LISTS
        }
        for key in FORMATIONS:
            changed[key] = tuple(replace(place, player=shirt(place.player)) for place in getattr(self, key))
        return replace(self, **changed)


PLAYER_LISTS = tuple(key for key, setting in SETTINGS.items() if isinstance(setting.kind, Players))
FORMATIONS = tuple(key for key, setting in SETTINGS.items() if isinstance(setting.kind, Places))
DEFAULT = GamePlan()


def check_shape(document: Any) -> None:
    """Refuse what is no game plan of any team."""
    if not isinstance(document, Mapping):
        raise Misplaced(f"a mapping of settings, not {document!r}", PLAN)
    SHAPE(document, PLAN)
