"""Scenarios as the rules pages show them: read when a page asks for one, a stage for each choice or case."""

from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control

import engine
from accounts.text import number_of
from engine.handbook import played
from pages.rulebook.outcomes import outcome_words
from pages.rulebook.team_story import story
from replays.packing import show_json
from replays.show import scenario_show

SHOW_FOR = 3600
SIDES = ("home", "away")
REFUSALS = ("refused", "because")  # told with the request that was refused


def scenarios(ruleset: str, kind: str, id: str) -> list[Any]:
    """All scenarios about one thing, the one that is called like it first."""
    found = played(ruleset).get((kind, id), ())
    return [_loaded(path, ruleset) for path in sorted(found, key=lambda path: path.stem)]


@lru_cache(maxsize=1024)
def _loaded(path: Path, ruleset: str) -> Any:
    return engine.scenario.load(path, ruleset)


def groups(found: list[Any]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Each scenario with one stage per choice it plays; `number` tells it from others that play the same choice."""
    grouped, seen = [], Counter[str]()
    for scenario in found:
        seen.update(scenario.choices)
        grouped.append((scenario, [_stage(scenario, choice, seen[choice]) for choice in scenario.choices]))
    return grouped


def _stage(scenario: Any, choice: str, number: int) -> dict[str, Any]:
    outcome = scenario.outcomes[choice]
    drawn = outcome.team is None  # what a team does between matches is told instead
    expect = {key: value for key, value in outcome.expect.items() if key not in REFUSALS}
    others = [other.expect for key, other in scenario.outcomes.items() if key != choice]
    # The cases of a skill are stories of their own; only the choices of a ruling are told by what sets them apart.
    end = outcome_words(expect, others if scenario.kind == "ruling" else [], scenario.ruleset)
    requests = [] if drawn else story(scenario, choice)
    return {"choice": choice, "number": number, "end": end, "drawn": drawn, "requests": requests}


def show_response(ruleset: str, found: list[Any], choice: str, number: str) -> HttpResponse:
    """The show of the scenario with this number among those that play the choice."""
    fitting = [each for each in found if choice in each.choices and each.outcomes[choice].team is None]
    place = number_of(number)
    if place is None or not 1 <= place <= len(fitting):
        raise Http404(f"No such scenario plays {choice}.")
    scenario = fitting[place - 1]
    position = scenario.outcomes[choice].position
    doors = [str(name) for name in position.get("trapdoors", ())]
    owned = {
        side: [key for what in ("inducements", "prayers") for key in position.get(what, {}).get(side, ())]
        for side in SIDES
    }
    show = scenario_show(ruleset, engine.scenario.play(scenario, choice), doors, owned)
    response = HttpResponse(show_json(show), "application/json")
    patch_cache_control(response, public=True, max_age=SHOW_FOR)
    return response


def ruleset_or_404(key: str) -> Any:
    try:
        return engine.ruleset(key)
    except engine.BadInput as error:
        raise Http404(str(error)) from error
