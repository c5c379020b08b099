"""`plans`: whether each setting of a game plan moves what it should, and what whole plans are worth.

Each trial is played in pairs: the same teams and the same seed, with one choice in the home team's plan and then with another.
The away team has no plan. What is compared is a pair, so the interval is that of a mean over the differences.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as numbers
from itertools import islice
from typing import Any

import engine
from engine.cli.common import Commands, add_rules, command, count, rules_of, say, say_json
from engine.cli.ladder import Comparison, interval, play_pair, say_row, share_interval
from engine.cli.plan_figures import Figures, Sides, figures
from engine.cli.series import Fixture, add_processes, add_rosters, meeting, spread, teams_in_turn
from engine.core.ruleset import Ruleset, Sheet
from engine.rules.gameplan.kinds import Value
from engine.rules.gameplan.record import PLAN
from engine.rules.teams.rosters import rosters

COACHES = ("planner", "planner")
HOME, AWAY = 0, 1
WHOLE = "whole"  # for whole plans, beside the settings
MEASURED = "{first:.2f} and {second:.2f}; {difference:+.2f} ({low:+.2f} to {high:+.2f}), "
Row = dict[str, Any]


@dataclass(frozen=True)
class Statistic:
    """Of one side in one match; none where there was nothing to share it by."""

    words: str
    added: tuple[str, ...]
    shared_by: str = ""
    side: int = HOME

    def of(self, sides: Sides) -> float | None:
        side: Figures = sides[self.side]
        whole = side[self.shared_by] if self.shared_by else 1
        return sum(side[name] for name in self.added) / whole if whole else None


def anybody(rules: Ruleset, sheet: Sheet) -> bool:
    return True


def armed(rules: Ruleset, sheet: Sheet) -> bool:
    """Somebody has an action that others have not."""
    positions = rosters(rules.edition.data)[sheet["roster"]].positions
    return any(rules.plans.arms & positions[player["position"]].skills.keys() for player in sheet["players"])


@dataclass(frozen=True)
class Trial:
    """Two choices of a setting, and what should be more, or less, with the second one."""

    setting: str
    first: Value
    second: Value
    more: tuple[Statistic, ...]
    less: tuple[Statistic, ...] = ()
    fits: Callable[[Ruleset, Sheet], bool] = anybody  # whose plan it is


PASSES = Statistic("passes", ("passes",))
DODGES = Statistic("dodges", ("dodges",))
CORNERS = Statistic("corners held round the carrier, a turn", ("corners",), "turns_with_the_ball")
PRESSED = Statistic("opponents beside the carrier, a turn", ("pressed",), "turns_with_the_ball")
CARRIER_BLOCKED = Statistic("blocks against their carrier", ("blocks_on_the_carrier",))
MARKERS = Statistic("players beside their carrier, a turn", ("markers",), "turns_against_a_carrier")
MARKED = Statistic("opponents marked, a turn without the ball", ("opponents_marked",), "turns_against_a_carrier")
TURN = Statistic("turn of a touchdown", ("turns_of_touchdowns",), "touchdowns")
LATE_SCORES = Statistic("touchdowns in the last turns of a half", ("late_touchdowns",))
THEIR_BALL = Statistic("turns that the opponent ends with the ball", ("turns_with_the_ball",), side=AWAY)
RISKS = Statistic("risky rolls", ("risks",))
TURNOVERS = Statistic("turnovers", ("turnovers",))
LATE_RISKS = Statistic("risky rolls a turn in the last turns of a half", ("late_risks",), "late_turns")
LATE_TURNOVERS = Statistic("turnovers in the last turns of a half", ("late_turnovers",))
RECEIVES = Statistic("receives first", ("receives_first",))
WORTH = Statistic("worth of a blocked player", ("worth_of_the_blocked",), "opponents_blocked")
FOULS = Statistic("fouls", ("fouls",))
WEAPONS = Statistic("special actions and thrown team-mates", ("special_actions", "throw_team_mates"))
EARLY_REROLLS = Statistic("team re-rolls in the first part of a half", ("early_rerolls",))
APOTHECARY = Statistic("calls of the apothecary, of those possible", ("apothecary_called",), "apothecary_asked")
AHEAD, LEVEL, BEHIND = (
    Statistic(f"risky rolls a turn while {score}", (f"risks_{score}",), f"turns_{score}")
    for score in ("ahead", "level", "behind")
)

TRIALS = (
    Trial("style", "cage", "pass", more=(PASSES,), less=(CORNERS,)),
    Trial("style", "cage", "run", more=(DODGES,), less=(CORNERS, PRESSED)),
    Trial("tempo", "soon", "late", more=(TURN, LATE_SCORES), less=(THEIR_BALL,)),
    Trial("risk", "low", "high", more=(RISKS, TURNOVERS)),
    Trial("toss", "kick", "receive", more=(RECEIVES,)),
    Trial("defence", "screen", "press", more=(MARKERS, CARRIER_BLOCKED)),
    Trial("defence", "screen", "mark", more=(MARKERS, MARKED)),
    Trial("targets", "weak", "stars", more=(WORTH,)),
    Trial("targets", "weak", "ball", more=(CARRIER_BLOCKED,)),
    Trial("fouls", "never", "often", more=(FOULS,)),
    Trial("weapons", "sparing", "often", more=(WEAPONS,), fits=armed),
    Trial("reserve", 3, 0, more=(EARLY_REROLLS,)),
    Trial("apothecary", "protected", "anybody", more=(APOTHECARY,)),
    Trial("ahead", "hold", "attack", more=(AHEAD,)),
    Trial("level", "hold", "attack", more=(LEVEL,)),
    Trial("behind", "hold", "attack", more=(BEHIND,)),
    Trial("last_turns", "hold", "gamble", more=(LATE_RISKS, LATE_TURNOVERS)),
)
PLANS: Mapping[str, Mapping[str, Value]] = {
    "default": {},
    "good": {"ahead": "hold", "behind": "attack", "reserve": 1},
    "bad": {
        "risk": "low",
        "ahead": "attack",
        "behind": "hold",
        "last_turns": "hold",
        "fouls": "often",
        "targets": "weak",
        "reserve": 4,
        "apothecary": "protected",
    },
}
CONTESTS = (("good", "bad"), ("good", "default"))
SETTINGS = (*dict.fromkeys(trial.setting for trial in TRIALS), WHOLE)


def add_commands(commands: Commands) -> None:
    parser = command(commands, "plans", "Whether each setting of a game plan moves what it should (bb2025).")
    add_rules(parser)
    add_rosters(parser)
    parser.add_argument(
        "--matches", type=count, default=120, metavar="N", help="of each two choices or plans (default: 120)"
    )
    parser.add_argument(
        "--setting",
        nargs="+",
        default=SETTINGS,
        choices=SETTINGS,
        metavar="KEY",
        help=f"what to try: {', '.join(SETTINGS[:-1])}; {WHOLE}: whole plans against each other (default: everything)",
    )
    parser.add_argument("--seed", default="1", metavar="TEXT")
    add_processes(parser, "--processes")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    engine.plans_of(options.ruleset)  # or there is nothing to try
    rows, compared = list[Row](), list[Row]()
    for trial in TRIALS:
        if trial.setting in options.setting:
            rows.append(tried(options, trial))
            if not options.json:
                say_trial(rows[-1])
    for contest in CONTESTS if WHOLE in options.setting else ():
        compared.append(compare(options, *contest))
        if not options.json:
            say_row(compared[-1])
    if options.json:
        say_json({"settings": rows, "plans": compared})
    return 0


# Playing ------------------------------------------------------------------------------------------------------------------


def planned(sheet: Sheet, plan: Mapping[str, Value]) -> Sheet:
    return {**sheet, PLAN: dict(plan)}


def meetings(options: argparse.Namespace, trial: Trial) -> Iterator[tuple[str, tuple[Sheet, Sheet]]]:
    """Seeds and teams of the pairs: home teams are those that the setting says anything to."""
    rules, _ = rules_of(options)
    teams = teams_in_turn(rules, options.rosters)
    if any(trial.fits(rules, each) for each in teams):
        every = ((f"{options.seed}:{number}", meeting(teams, number)) for number in numbers())
        fitting = (each for each in every if trial.fits(rules, each[1][0]))
        yield from islice(fitting, (options.matches + 1) // 2)


def tried(options: argparse.Namespace, trial: Trial) -> Row:
    rules, rulings = rules_of(options)
    chosen = rulings.to_json()
    pairs = [
        tuple(
            Fixture(rules.key, chosen, (planned(home, {trial.setting: choice}), away), seed, COACHES)
            for choice in (trial.first, trial.second)
        )
        for seed, (home, away) in meetings(options, trial)
    ]
    played = list(spread(play, pairs, options.processes, each=2))
    return {
        "setting": trial.setting,
        "first": trial.first,
        "second": trial.second,
        "matches": 2 * len(pairs),
        "statistics": [
            *(moved(each, played, wanted=1) for each in trial.more),
            *(moved(each, played, wanted=-1) for each in trial.less),
        ],
        "points": [points(sides) for sides in zip(*played, strict=True)],
    }


def play(pair: Sequence[Fixture]) -> tuple[Sides, Sides]:
    first, second = map(figures, pair)
    return first, second


def compare(options: argparse.Namespace, first: str, second: str) -> Row:
    """Whole plans, each of them at home and away."""
    rules, rulings = rules_of(options)
    teams, chosen, plans = teams_in_turn(rules, options.rosters), rulings.to_json(), (PLANS[first], PLANS[second])

    def fixture(number: int, home: int) -> Fixture:
        own, other = meeting(teams, number)
        sheets = planned(own, plans[home]), planned(other, plans[1 - home])
        return Fixture(rules.key, chosen, sheets, f"{options.seed}:{number}", COACHES)

    pairs = [(fixture(number, 0), fixture(number, 1)) for number in range((options.matches + 1) // 2)]
    played = list(spread(play_pair, pairs, options.processes, each=2))
    return Comparison(f"the {first} plan", f"the {second} plan", played).figures(None)


# Judging ------------------------------------------------------------------------------------------------------------------


def moved(statistic: Statistic, played: Sequence[tuple[Sides, Sides]], wanted: int) -> Row:
    """How far a statistic is moved by the second choice, from the pairs of matches that both have it."""
    both = [(statistic.of(first), statistic.of(second)) for first, second in played]
    known = [(one, other) for one, other in both if one is not None and other is not None]
    row: Row = {"statistic": statistic.words, "pairs": len(known)}
    if len(known) < 2:
        return {**row, "verdict": "too few matches"}
    first, second = (statistics.fmean(each) for each in zip(*known, strict=True))
    low, high = interval([other - one for one, other in known])
    measured = {"first": first, "second": second, "difference": second - first, "low": low, "high": high}
    return {**row, **{key: round(value, 3) for key, value in measured.items()}, "verdict": verdict(low, high, wanted)}


def verdict(low: float, high: float, wanted: int) -> str:
    if low <= 0 <= high:
        return "no clear difference"
    return "moves" if (low > 0) == (wanted > 0) else "moves the wrong way"


def points(played: Sequence[Sides]) -> Row:
    """The home team's share of them."""
    shares = [home["won"] + home["drawn"] / 2 for home, _ in played]
    low, high = share_interval(shares)
    return {"share": round(statistics.fmean(shares), 4), "low": round(low, 4), "high": round(high, 4)}


def say_trial(row: Row) -> None:
    choices = row["first"], row["second"]
    say(f"{row['setting']}: {choices[0]} and {choices[1]}, {row['matches']} matches")
    for each in row["statistics"]:
        measured = MEASURED.format(**each) if "low" in each else ""
        say(f"  {each['statistic']}: {measured}{each['verdict']}")
    shares = [
        f"{choice} {each['share']:.1%} ({each['low']:.1%} to {each['high']:.1%})"
        for choice, each in zip(choices, row["points"], strict=False)
    ]
    say(f"  points: {', '.join(shares)}")
