"""`play` and `replay`: one match, and playing a match file again."""

import argparse
import json
from pathlib import Path
from typing import Any

import engine
from engine.cli.common import Commands, add_rules, add_teams, command, play, rules_of, say, say_json, teams_of
from engine.coaches import COACHES
from engine.core.errors import BadInput
from engine.core.yamlfile import read_text


def add_commands(commands: Commands) -> None:
    one = command(commands, "play", "One match between the built-in coaches.")
    add_rules(one)
    add_teams(one)
    one.add_argument("--seed", default="1", metavar="TEXT", help="the seed of the dice, any text (default: 1)")
    one.add_argument("--coach", default="planner", choices=COACHES)
    one.add_argument("--out", type=Path, metavar="FILE", help="write the match file there")
    one.set_defaults(run=run_play)

    again = command(commands, "replay", "Play a match file again and compare the digests.")
    again.add_argument("file", type=Path, metavar="FILE")
    again.set_defaults(run=run_replay)


def both(result: dict[str, Any]) -> dict[str, int]:
    """The figures of both teams together."""
    home, away = result["stats"]["home"], result["stats"]["away"]
    return {key: home[key] + away[key] for key in home} | {"overtime_rounds": result["overtime_rounds"]}


def run_play(options: argparse.Namespace) -> int:
    rules, rulings = rules_of(options)
    sheets = teams_of(options, rules)
    record = play(rules, rulings, sheets, options.seed, options.coach)
    if options.out:
        try:
            options.out.write_text(record.to_text(), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{options.out}: cannot be written ({error.strerror})") from None
    result = record.result
    if options.json:
        stats = both(result) | {"home": result["stats"]["home"], "away": result["stats"]["away"]}
        say_json({"score": result["score"], "winner": result["winner"], "digest": record.digest, "stats": stats})
        return 0
    home, away = (sheet["name"] for sheet in sheets)
    say(f"{home} {result['score'][0]} : {result['score'][1]} {away}")
    for key, value in both(result).items():
        say(f"  {key.replace('_', ' ')}: {value}")
    say(f"digest {record.digest}")
    return 0


def run_replay(options: argparse.Namespace) -> int:
    content = _read(options.file)
    try:
        record = engine.Record.from_json(content)
        rerun = engine.rerun(record)
    except BadInput as error:
        raise BadInput(f"{options.file}: {error}") from None
    if options.json:
        say_json({"digest": rerun.digest, "matches": rerun.matches, "first_difference": rerun.first_difference})
    elif rerun.matches:
        say(f"The same match: digest {rerun.digest}")
    else:
        say(f"Not the same match: {rerun.first_difference}")
    return 0 if rerun.matches else 1


def _read(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError:
        raise BadInput(f"{path}: not a match file: it is not JSON") from None
