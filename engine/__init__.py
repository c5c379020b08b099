"""The match engine: pure Python, no clock, no randomness of its own, no I/O but its data files."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import scenario
from engine.coaches import label, make_coach
from engine.coaches.base import intent_and_reason
from engine.coaches.gameplan import GamePlan
from engine.core.dice import KeyedDice, ScriptedDice, commitment
from engine.core.errors import BadInput, EndlessMatch, IllegalChoice, UnknownRuleset, UnknownRuling, UnknownTeam
from engine.core.replay import Record, Rerun, header
from engine.core.replay import rerun as _rerun
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings
from engine.rulesets import RULESETS
from engine.rulesets import ruleset as _any_ruleset

if TYPE_CHECKING:
    from engine.campaign import Campaign
    from engine.rules.gameplan.plans import GamePlans

VERSION = "1.3"  # raised with the version of any ruleset, so that it names the release that verifies a match file

__all__ = [
    "RULESETS",
    "VERSION",
    "BadInput",
    "EndlessMatch",
    "IllegalChoice",
    "KeyedDice",
    "Record",
    "Rerun",
    "Ruleset",
    "Rulings",
    "ScriptedDice",
    "UnknownRuleset",
    "UnknownRuling",
    "UnknownTeam",
    "campaign_of",
    "commitment",
    "intent_and_reason",
    "plans_of",
    "play",
    "rerun",
    "ruleset",
    "scenario",
    "scenarios",
    "verifying_release",
]


def ruleset(key: str) -> Ruleset:
    """A ruleset that leagues can be created with."""
    if key not in RULESETS:
        raise UnknownRuleset(f"there is no ruleset {key!r}; there are {', '.join(RULESETS)}")
    return _any_ruleset(key)


def campaign_of(key: str, play: str = "league") -> "Campaign":
    """What a ruleset says of a team's life between matches, for teams that have one, in the way that they play."""
    rules = ruleset(key)
    if rules.campaign is None:
        raise BadInput(f"teams of {rules.title} have no life between matches")
    if play not in rules.campaigns:
        raise BadInput(f"{rules.title} is not played like that: {play}")
    return rules.campaigns[play]


def plans_of(key: str) -> "GamePlans":
    """The game plans of a ruleset: what coaches can set before a match, for teams that have a coach to tell."""
    rules = ruleset(key)
    if rules.plans is None:
        raise BadInput(f"there are no game plans in {rules.title}")
    plans: GamePlans = rules.plans
    return plans


def play(
    *,
    ruleset: str | Ruleset,
    rulings: Rulings,
    sheets: tuple[Mapping[str, Any], Mapping[str, Any]],
    seed: str,
    coaches: tuple[str, str] = ("planner", "planner"),
) -> Record:
    """One whole match between two built-in coaches."""
    rules = _any_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    match = rules.start(sheets, KeyedDice(seed), rulings)
    plans = [GamePlan.from_json(sheet.get("plan", {})).by_number(sheet["players"]) for sheet in sheets]
    benches = [make_coach(name, rules.game, f"{seed}:{side}", plans[side]) for side, name in enumerate(coaches)]
    while match.pending is not None:
        choice, reason = benches[match.pending.side].choose(match.pending, match.game)
        match.choose(choice, reason)
    top = header(
        rules,
        VERSION,
        rulings,
        sheets,
        coaches=[label(*pair) for pair in zip(coaches, benches, strict=True)],
        seed=seed,
    )
    return Record.of(top, match, rules.result(match.game, sheets))


def rerun(record: Record) -> Rerun:
    """Play a record again and compare."""
    return _rerun(record, _any_ruleset(record.header["ruleset"]))


def verifying_release(ruleset: str, version: str) -> str:
    """The release of the engine that plays a match of this version again; empty where only a newer one can."""
    rules = _any_ruleset(ruleset)
    return VERSION if version == rules.version else rules.earlier_versions.get(version, "")


def scenarios(key: str) -> list[Path]:
    """The scenario files of a ruleset."""
    return scenario.files(_any_ruleset(key).key)
