"""One small world for the pages: a commissioner, two coaches, a season in which one match was really played."""

import json
import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

import engine
from accounts.models import User
from league.models import League, Season
from matches.models import Match
from matches.packing import FIRST_SIGN, FORMAT, RUN
from matches.services import match_lock, match_resolve, season_start
from teams.models import Team
from tests.builders import make_league, make_season, make_team, make_user, matches_of


@dataclass
class World:
    league: League
    season: Season
    open_season: Season
    commissioner: User
    coach: User
    team: Team
    locked: Match
    scheduled: Match
    waiting: Match

    @cached_property
    def played(self) -> Match:
        """A match that the engine has played, made when a test first asks for it."""
        match_lock(match_id=self.waiting.pk)
        match_resolve(match_id=self.waiting.pk)
        return Match.objects.get(pk=self.waiting.pk)


@pytest.fixture
def world(db: None) -> World:
    commissioner, coach = make_user("cara"), make_user("abel")
    league = make_league(commissioner, rulings={"battleball.carnage-supply": {"choice": "limited", "tokens": 9}})
    season = season_start(actor=commissioner, season=make_season(league, teams=4))
    waiting, locked, *_, scheduled = matches_of(season)
    match_lock(match_id=locked.pk)
    other = make_league(commissioner, "Harbour Cup")
    team = make_team(coach, "Northgate Gulls", short="NGG", colour="#2f6f9f")
    return World(
        league=league,
        season=season,
        open_season=make_season(other),
        commissioner=commissioner,
        coach=coach,
        team=team,
        locked=Match.objects.get(pk=locked.pk),
        scheduled=scheduled,
        waiting=waiting,
    )


@pytest.fixture
def coach_client(world: World) -> Client:
    return signed_in(world.coach)


@pytest.fixture
def commissioner_client(world: World) -> Client:
    return signed_in(world.commissioner)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(scope="session")
def match_file() -> dict[str, Any]:
    return played_file("1")


@cache
def played_file(seed: str) -> dict[str, Any]:
    """The file of a match between the two teams of the box."""
    rules = engine.ruleset("battleball")
    sheets = (rules.standard_sheet("iron-wolves"), rules.standard_sheet("black-harts"))
    record = engine.play(ruleset="battleball", rulings=rules.rulings(), sheets=sheets, seed=seed)
    return record.to_json()


def unpacked(text: str | bytes) -> dict[str, Any]:
    """A packed show made whole again; the same as static/js/replay/show.js does."""
    show = json.loads(text)
    kinds, fields = show.pop("kinds"), show.pop("changes")
    assert show.pop("format") == FORMAT
    names = [each["name"] for each in (*show["pieces"], *show["sides"])]

    def thing(kind: str, row: list[Any]) -> dict[str, Any]:
        return {**kinds[kind], **dict(zip(kinds[kind], row, strict=False))}

    def spelt(text: str) -> str:
        return re.sub(r"[\ue000-\uf8ff]", lambda sign: names[ord(sign[0]) - FIRST_SIGN], text)

    def changes(kind: str, *values: Any) -> list[dict[str, Any]]:
        if kind != RUN:
            return [{"e": kind, **dict(zip(fields[kind], values, strict=True))}]
        player, path = values
        return [{"e": "move", "player": player, "path": list(pair)} for pair in pairwise(path)]

    steps, phase = [], None
    for row in show["steps"]:
        step = thing("step", row)
        phase = step["phase"] = phase if step["phase"] is None else thing("phase", step["phase"])
        step |= {name: spelt(step[name]) for name in ("text", "reason", "moment")}
        step["changes"] = [each for change in step["changes"] for each in changes(*change)]
        step["rolls"] = [{**each, "label": spelt(each["label"])} for each in (thing("roll", row) for row in step["rolls"])]
        step["block"] = step["block"] and thing("block", step["block"])
        step["pushes"] = [thing("push", push) for push in step["pushes"]]
        steps.append(step)
    board = {**show["board"], "spaces": [thing("space", space) for space in show["board"]["spaces"]]}
    return {**show, "steps": steps, "board": board}
