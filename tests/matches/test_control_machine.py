"""Whatever is decided in whatever order: books balance, standings equal a recomputation, and previews tell what happens."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Fixture, Season
from league.people import Role
from league.seasons.fillers import rosters_of
from matches.control import fixtures, replacing, results, seasons
from matches.control.absences import tonight
from matches.control.measures import previewed, ripples_of
from matches.control.results import Later
from matches.control.ripples import fingerprint
from matches.models import Match
from matches.services import match_lock, match_resolve
from operations.checks.survey import Survey
from teams.models import Team
from teams.seeds import seeds_from
from tests.builders import bloodbowl_season, make_staff, make_team, running_season

MATCHES = st.integers(0, 20)
POLICIES: list[dict[str, Any]] = [
    {"does": "orders", "spared": 1},
    {"does": "ai"},
    {"does": "concession"},
    {"does": "double-loss"},
    {"does": "postponement", "days": 1, "then": "concession"},
]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(1, 3)),
        st.tuples(st.just("lock"), MATCHES),
        st.tuples(st.just("move"), MATCHES, st.integers(-50, 500)),
        st.tuples(st.just("swap"), MATCHES),
        st.tuples(st.just("void"), MATCHES, st.sampled_from(Later.values)),
        st.tuples(st.just("decide"), MATCHES, st.integers(0, 4), st.integers(0, 4), st.sampled_from(Later.values)),
        st.tuples(st.just("replay"), MATCHES, st.sampled_from([Later.BOOKS, Later.REPLAY])),
        st.tuples(st.just("forfeit"), MATCHES, st.sampled_from(["home", "away"]), st.booleans()),
        st.tuples(st.just("unplayed"), MATCHES),
        st.tuples(st.just("withdraw"), st.integers(0, 3), st.sampled_from(seasons.Consequence.values)),
        st.tuples(st.just("add"), st.integers(1, 3)),
        st.tuples(st.just("replace"), st.integers(0, 5)),
        st.tuples(st.just("fill"), st.integers(0, 5)),
        st.tuples(st.just("policy"), st.sampled_from(POLICIES)),
        st.tuples(st.just("absent"), st.integers(1, 2)),
    ),
    min_size=3,
    max_size=9,
)


def start(kind: str) -> Season:
    """Four teams of either game, in a table or in a bracket."""
    if kind == "books":
        return bloodbowl_season("human", "orc", "dwarf", "skaven")
    return running_season(teams=4, stages=[{"format": "knock-out"}] if kind == "knock-out" else ())


class AnyOrder(TestCase):
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS, kind=st.sampled_from(["books", "round robin", "knock-out"]))
    def test_any_sequence_of_measures_keeps_everything_in_order(self, steps: list[Any], kind: str) -> None:
        with seeds_from(lambda what: f"{sum(what.encode()):064x}"):
            season = start(kind)
            for step in steps:
                self.do(Season.objects.get(pk=season.pk), *step)
            assert list(Survey().breaches()) == [], steps

    def do(self, season: Season, what: str, *how: Any) -> None:
        """As a person does it: with a look at the preview, and without it where it is refused."""
        if what == "play":
            return self.play(season, *how)
        if what == "lock":
            return self.lock(season, *how)
        if what == "absent":
            return self.absent(season, *how)
        control, about = self.control(season, what, *how)
        asked = {"actor": season.league.commissioner, "reason": what, "key": uuid4()}
        try:
            seen = fingerprint(ripples_of(previewed(lambda: control(**about, **asked))))
        except Refused:
            return None
        assert ripples_of(control(**about, **asked, seen=seen)), (what, how)
        return None

    def control(self, season: Season, what: str, *how: Any) -> tuple[Any, dict[str, Any]]:
        soon = timezone.now().replace(microsecond=0) + timedelta(hours=1)
        if what == "withdraw":
            team = [entry.team for entry in season.entries.order_by("pk")][how[0]]
            return seasons.team_withdraw, {"season": season, "team": team, "consequence": how[1]}
        if what in ("replace", "fill"):
            return self.replacement(season, what, *how)
        if what == "policy":
            return seasons.absence_policy_set, {"season": season, "absence": how[0]}
        if what == "add":
            return seasons.round_add, {
                "season": season,
                "again": season.rounds.filter(number__lte=how[0]).last(),
                "kick_off": soon,
            }
        own = Match.objects.filter(fixture__round__season=season).order_by("pk")
        match = own.select_related("fixture__round__season__league", "fixture__home", "fixture__away")[
            how[0] % own.count()
        ]
        about: dict[str, dict[str, Any]] = {
            "move": {"due_at": soon + timedelta(minutes=how[-1]) if what == "move" else soon},
            "void": {"later": how[-1]},
            "decide": {"score": how[1:3], "later": how[-1]},
            "replay": {"due_at": soon, "later": how[-1]},
            "forfeit": {"side": how[-2] if what == "forfeit" else "", "penalty": how[-1]},
        }
        module = fixtures if what in ("move", "swap") else results
        return getattr(module, f"match_{what}"), {"match": match, **about.get(what, {})}

    def replacement(self, season: Season, what: str, number: int) -> tuple[Any, dict[str, Any]]:
        playing = season.entries.filter(withdrawn_at=None).order_by("pk")
        about = {"season": season, "team": playing[number % playing.count()].team if playing else Team.objects.first()}
        rosters = list(rosters_of(season.league))
        if what == "fill":
            return replacing.team_replace_by_filler, {**about, "roster": rosters[number % len(rosters)]}
        name = f"Newcomer {number}"
        helper = season.league.staff.first()
        owner = helper.user if helper else make_staff(season.league, Role.ASSISTANT)
        known = Team.objects.filter(name=name).first()
        listed = {"roster": rosters[number % len(rosters)]} if rosters != [""] else {}
        new = known or make_team(owner, name, ruleset=season.league.ruleset, **listed)
        return replacing.team_replace, {**about, "newcomer": new}

    def absent(self, season: Season, rounds: int) -> None:
        """The next matches are locked as a worker does it, and nobody has been there. It happens as it was told."""
        now = timezone.now()
        LogEntry.objects.update(at=now - timedelta(days=9))
        Match.objects.filter(fixture__round__season=season, resolved_at__gt=now - timedelta(days=1)).update(
            resolved_at=now - timedelta(days=1)
        )
        for _ in range(rounds):
            for told in tonight(season, 14 * 24):
                match_lock(match_id=told.match.pk)
                after = Match.objects.get(pk=told.match.pk)
                assert bool(after.locked_at) == told.goes_on
                assert after.due_at == (told.due_at or told.match.due_at)
                assert (
                    sorted(after.absences.values_list("team", flat=True))[-len(told.absent) :]
                    == sorted(
                        team.pk for team in told.absent if told.verdict.does != "concession" or team == told.loser
                    )
                    or not told.absent
                )

    def play(self, season: Season, rounds: int) -> None:
        """The next matches of both teams, as workers do it."""
        for _ in range(2 * rounds):
            match = (
                Match.objects.filter(fixture__round__season=season, resolved_at=None).order_by("due_at", "pk").first()
            )
            if match is not None:
                match_lock(match_id=match.pk)
                assert match_resolve(match_id=match.pk) == "resolved"

    def lock(self, season: Season, number: int) -> None:
        waiting = Match.objects.filter(fixture__round__season=season, resolved_at=None).order_by("due_at", "pk").first()
        if waiting is not None and Fixture.objects.filter(match=waiting, void=False).exists():
            match_lock(match_id=waiting.pk)
