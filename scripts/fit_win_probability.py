"""Plays many matches of Blood Bowl between built-in coaches and fits the win probability of the analysis pages to them.

Run it again whenever the coach plays differently. Four matches in five are fitted; the fifth shows how well the chances hold.
"""

import argparse
import json
from itertools import chain, permutations
from multiprocessing import Pool
from pathlib import Path

import engine
from engine.coaches import COACHES
from replays.analysis.fitting import Sample, calibration, error, fit, samples_of
from replays.analysis.model import WEIGHTS, Model

SPREAD = 7919  # a prime, so that neighbouring matches are of different teams
HELD_OUT = 5  # one in so many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="bb2025")
    parser.add_argument("--coach", default="planner", choices=COACHES)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    jobs = [(options.ruleset, options.coach, number) for number in range(options.matches)]
    with Pool(options.processes) as pool:
        played = pool.starmap(samples_of_match, jobs, chunksize=20)
    fitted = list(chain.from_iterable(each for number, each in enumerate(played) if number % HELD_OUT))
    held_out = list(chain.from_iterable(played[::HELD_OUT]))
    advantage, draw = fit(fitted)
    version = json.loads(WEIGHTS.read_text())["version"] + 1 if WEIGHTS.exists() else 1
    made_of = {
        "ruleset": options.ruleset,
        "coach": options.coach,
        "engine": engine.VERSION,
        "matches": len(played),
        "positions": len(fitted),
    }
    model = Model(version, advantage, draw, made_of)
    content = {"version": version, "made_of": made_of, "advantage": advantage, "draw": draw}
    options.out.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    report(model, held_out)


def samples_of_match(ruleset: str, coach: str, number: int) -> list[Sample]:
    """The positions of one match between two of the ready teams; the same number gives the same match."""
    rules = engine.ruleset(ruleset)
    sheets = rules.standard_sheets()
    pairs = list(permutations(sheets, 2))
    home, away = pairs[number * SPREAD % len(pairs)]
    record = engine.play(
        ruleset=ruleset,
        rulings=rules.rulings(rules.catalogue.profiles[0]),
        sheets=(sheets[home], sheets[away]),
        seed=f"win probability {number}",
        coaches=(coach, coach),
    )
    return list(samples_of(rules, record.to_json()))


def report(model: Model, samples: list[Sample]) -> None:
    """The calibration in matches that were not fitted."""
    print(f"version {model.version}, {len(samples)} positions that were not fitted")
    print("chances  predicted  observed")
    for each in calibration(model, samples):
        print(f"{each.samples:7}  {each.predicted:8.1%}  {each.observed:7.1%}")
    print(f"Brier score {sum(error(model.chances(each.position), each.winner) for each in samples) / len(samples):.3f}")


if __name__ == "__main__":
    main()
