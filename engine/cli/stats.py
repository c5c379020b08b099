"""`stats`: what happens in many matches, in all, by roster or by action, and how that compares with people's matches."""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import engine
from engine.cli.common import Commands, add_rules, add_teams, command, count, rules_of, say, say_json, teams_of
from engine.cli.series import Fixture, add_processes, add_rosters, meeting, spread, teams_in_turn
from engine.coaches import COACHES
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Ruleset
from engine.core.yamlfile import read_yaml
from engine.rulesets import ruleset

Counts = Counter[str]
Row = dict[str, Any]
SIDES = ("home", "away")
GAME = "bloodbowl"  # whose events are counted here; of any other game there are the statistics of its results
ROLLED = {"dodge": "dodges_made", "rush": "rushes_made", "jump": "jumps_made"}  # where a test is passed
ASKED = ("declare", "step")  # the questions whose answers are actions
ROUTINE = {"move", "end"}  # answers that are none
ORDINARY = {  # actions that need no skill, or have a figure of their own
    *("block", "blitz", "pass", "hand-off", "foul", "secure-the-ball"),
    *("jump", "rush", "throw-team-mate", "ball-and-chain-move"),
    *ROUTINE,
}
COLUMNS = {  # of the table by roster, with their heads
    "touchdowns": "TD",
    "conceded": "against",
    "points": "share",
    "blocks": "blocks",
    "dodges": "dodges",
    "dodges_made": "made",
    "rushes": "rushes",
    "pickups": "pick-up",
    "pickups_made": "made",
    "passes": "passes",
    "completions": "compl.",
    "handoffs": "hand-off",
    "fouls": "fouls",
    "throw_team_mates": "thrown",
    "jumps": "jumps",
    "special_actions": "special",
    "turnovers": "t-overs",
}


@dataclass(frozen=True)
class Played:
    """What is counted in one match."""

    teams: tuple[str, str]
    sides: tuple[Counts, Counts]
    match: Counts  # what belongs to neither team


def add_commands(commands: Commands) -> None:
    parser = command(commands, "stats", "The mean of each statistic over many matches.")
    add_rules(parser)
    add_teams(parser)
    add_rosters(parser)
    parser.add_argument("--matches", type=count, default=100, metavar="N")
    parser.add_argument("--seed", default="1", metavar="TEXT")
    parser.add_argument("--coach", default="planner", choices=COACHES)
    view = parser.add_mutually_exclusive_group()
    view.add_argument(
        "--by",
        choices=("roster", "action"),
        help="a table: of each roster's matches, or of how often each action was possible and taken (bb2025)",
    )
    view.add_argument(
        "--drives", action="store_true", help="how drives and turns end, and what people do in their matches (bb2025)"
    )
    add_processes(parser, "--processes")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rules, rulings = rules_of(options)
    if rules.game != GAME and (options.by or options.drives):
        raise BadInput(f"{rules.title} has no rosters and drives to count")
    chosen, coaches = rulings.to_json(), (options.coach, options.coach)
    if options.home or options.away:
        pair = teams_of(options, rules)
        meetings = [pair] * options.matches
    else:
        teams = teams_in_turn(rules, options.rosters)
        meetings = [meeting(teams, number) for number in range(options.matches)]
    fixtures = [
        Fixture(rules.key, chosen, sheets, f"{options.seed}:{number}", coaches)
        for number, sheets in enumerate(meetings)
    ]
    played = list(spread(play_with_offers if options.by == "action" else play, fixtures, options.processes))
    VIEWS["drives" if options.drives else options.by](rules, played, options.json)
    return 0


# Counting -----------------------------------------------------------------------------------------------------------------


def play(fixture: Fixture) -> Played:
    return counted(fixture, fixture.play())


def play_with_offers(fixture: Fixture) -> Played:
    record = fixture.play()
    found = counted(fixture, record)
    found.match.update(offers(fixture, record))
    return found


def counted(fixture: Fixture, record: engine.Record) -> Played:
    home, away = (Counter(record.result["stats"][side]) for side in SIDES)
    match = Counter({"overtime_rounds": record.result["overtime_rounds"], "points": sum(record.result["score"])})
    match["home_wins"] = int(record.result["winner"] == "home")
    sides = (home, away)
    for side, other, name in ((home, away, "home"), (away, home, "away")):
        side["matches"] = 1
        side["conceded"] = other["touchdowns"]
        side["won"], side["drawn"] = int(record.result["winner"] == name), int(record.result["winner"] not in SIDES)
    if ruleset(fixture.ruleset).game == GAME:
        count_events(record, sides)
        match.update(drives(record))
    return Played((fixture.sheets[0]["name"], fixture.sheets[1]["name"]), sides, match)


def count_events(record: engine.Record, sides: tuple[Counts, Counts]) -> None:
    """What the result of a match leaves out: tests passed, jumps, turns, and the actions that were taken."""
    for side in sides:
        side.update(dict.fromkeys((*ROLLED.values(), "jumps", "special_actions", "turns"), 0))
    for event in record.events:
        if event["e"] == "roll" and event["passed"] and event["what"] in ROLLED:
            sides[event["side"]][ROLLED[event["what"]]] += 1
        elif event["e"] == "phase" and event["name"] == "turn":
            sides[event["side"]]["turns"] += 1
    declared = ""
    for event in record.events:
        if event["e"] == "choice" and event["question"] in ASKED:
            question, action, side = event["question"], _action(event["answer"]), sides[event["side"]]
            declared = action if question == "declare" else declared
            side[f"{question}:{action}"] += 1
            side["jumps"] += action == "jump"
            in_a_blitz = question == "step" and declared == "blitz"  # in which it takes the place of the block
            side["special_actions"] += action not in ORDINARY and (question == "declare" or in_a_blitz)


def _action(answer: Any) -> str:
    return str(answer if isinstance(answer, str) else answer[0])


def drives(record: engine.Record) -> Counts:
    """Drives before the receivers' first turn of a half, and those of them in which the receivers score."""
    found: Counts = Counter({"opening_drives": 0, "opening_drives_scored": 0})
    turns, receivers = [0, 0], None
    for event in record.events:
        if event["e"] == "phase" and event["name"] in ("half", "overtime"):
            turns = [0, 0]
        elif event["e"] == "phase" and event["name"] == "turn":
            turns[event["side"]] = event["number"]
        elif event["e"] == "phase" and event["name"] == "set-up":
            receivers = 1 - event["side"] if turns[1 - event["side"]] == 0 else None
            found["opening_drives"] += receivers is not None
        elif event["e"] == "score" and event["side"] == receivers:
            found["opening_drives_scored"] += 1
    return found


def offers(fixture: Fixture, record: engine.Record) -> Iterator[str]:
    """Every action that somebody activated might have taken, once for each time that its coach was asked.

    A record has only the answers, so they are given again.
    """
    rules = ruleset(fixture.ruleset)
    match = rules.start(fixture.sheets, KeyedDice(fixture.seed), rules.rulings(overrides=fixture.rulings))
    for choice in record.choices:
        asked = match.pending
        if asked is not None and asked.question.key in ASKED:
            listed: Any = getattr(asked.options, "listed", asked.options)  # a step is a path, or one of a list
            yield from (f"{asked.question.key}:{name}" for name in {_action(each) for each in listed.choices})
        match.choose(choice)


# Showing ------------------------------------------------------------------------------------------------------------------


def say_means(rules: Ruleset, played: Sequence[Played], json: bool) -> None:
    means = _means(played)
    if json:
        say_json(means)
        return
    people = _people(rules)
    if people:
        say(f"{'both teams a match':>21}  {'here':<8} people")
    for key, value in means.items():
        say(f"{key.replace('_', ' '):>21}  {value:<8} {people.get(key, '')}".rstrip())


def _means(played: Sequence[Played]) -> dict[str, float]:
    """Of what both teams do in a match."""
    sums: Counts = Counter()
    for each in played:
        for one in (*each.sides, each.match):
            sums.update(one)
    return {key: round(total / len(played), 3) for key, total in sums.items() if _shown(key)}


def _shown(key: str) -> bool:
    """Neither the actions, which have a table of their own, nor what is the same for both teams together."""
    return ":" not in key and key not in ("matches", "conceded", "won", "drawn")


def say_drives(rules: Ruleset, played: Sequence[Played], json: bool) -> None:
    means, people = _means(played), _people(rules)
    rows: list[Row] = [{"figure": key, "here": means[key], "people": people[key]} for key in people]
    for name, part, whole in (
        ("opening_drives_scored", "opening_drives_scored", "opening_drives"),
        ("turns_that_end_in_a_turnover", "turnovers", "turns"),
    ):
        rows.append({"figure": name, "here": round(means[part] / means[whole], 3), "people": None})
    if json:
        say_json(rows)
        return
    say(f"{'both teams a match':>30}  {'here':<8} people")
    for row in rows:
        say(f"{row['figure'].replace('_', ' '):>30}  {row['here']:<8} {row['people'] or ''}".rstrip())


def _people(rules: Ruleset) -> dict[str, float]:
    path = DATA / rules.key / "people.yaml"
    return read_yaml(path, dict) if path.exists() else {}


def say_rosters(_: Ruleset, played: Sequence[Played], json: bool) -> None:
    rows = by_roster(played)
    if json:
        say_json(rows)
        return
    say(f"{'one team a match':<20} {'matches':>7} {' '.join(f'{head:>8}' for head in COLUMNS.values())}")
    for row in rows:
        say(f"{row['roster']:<20} {row['matches']:>7} {' '.join(f'{row[key]:>8.2f}' for key in COLUMNS)}")


def by_roster(played: Sequence[Played]) -> list[Row]:
    """For each roster what one team of it does in a match, the most successful first."""
    sums: dict[str, Counts] = {}
    for each in played:
        for name, side in zip(each.teams, each.sides, strict=True):
            sums.setdefault(name, Counter()).update(side)
    rows: list[Row] = []
    for name, one in sums.items():
        matches = one.pop("matches")
        points = (one.pop("won") + one.pop("drawn") / 2) / matches
        shares = {key: round(one[key] / matches, 3) for key in sorted({*one, *COLUMNS})}
        rows.append({"roster": name, "matches": matches, **shares, "points": round(points, 3)})
    return sorted(rows, key=lambda row: (-row["points"], row["roster"]))


def say_actions(_: Ruleset, played: Sequence[Played], json: bool) -> None:
    rows = by_action(played)
    if json:
        say_json(rows)
        return
    say(f"{'both teams a match':<32} {'possible':>9} {'taken':>9} {'share':>7}")
    for row in rows:
        name = f"{row['question']} {row['action']}"
        say(f"{name:<32} {row['possible']:>9.3f} {row['taken']:>9.3f} {row['share']:>7.1%}")


def by_action(played: Sequence[Played]) -> list[Row]:
    """How often each action might have been taken by somebody activated, and how often it was."""
    possible: Counts = Counter()
    taken: Counts = Counter()
    for each in played:
        possible.update(each.match)
        for side in each.sides:
            taken.update(side)
    rows = []
    for key in sorted(key for key in possible if ":" in key):
        question, _, action = key.partition(":")
        if action not in ROUTINE:
            per_match = {"possible": possible[key] / len(played), "taken": taken[key] / len(played)}
            rounded = {name: round(value, 3) for name, value in per_match.items()}
            rows.append(
                {"question": question, "action": action, **rounded, "share": round(taken[key] / possible[key], 4)}
            )
    return rows


VIEWS: dict[str | None, Callable[[Ruleset, Sequence[Played], bool], None]] = {
    None: say_means,
    "drives": say_drives,
    "roster": say_rosters,
    "action": say_actions,
}
