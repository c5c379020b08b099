"""Trying a game plan: quick matches against an opponent, once with the plan and once with the standard one, with the same dice.

Workers play them a pair at a time, one trial after the other, and only while nothing else is to be done: a process is always free
for matches. Leagues in trouble are not waited for, or one of them would end the trials of all. What is known of the opponent is what everybody may know: the
line-up of the last match that is over, or the squad as it stands; never a plan, and never a line-up that waits for its match.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import engine
from accounts.models import User
from accounts.services import user_lock
from journal.errors import Refused
from journal.models import LogEntry
from journal.services import record
from league.standings.games import Outcome
from league.standings.rules import DEFAULT
from matches.models import Job, Match, PlanTrial
from matches.next_match import prospect
from matches.playing import play
from matches.selectors import of_team
from teams.gameplans.services import rulings_of
from teams.ledger.services import locked_team
from teams.models import Team
from teams.permissions import is_coach
from teams.seeds import draw_seed

logger = logging.getLogger(__name__)

PAIRS = 20
PER_HOUR = 6  # of one coach
AT_ONCE = 1  # trials under way, of the whole site
TASK_SECONDS = 20  # for one pair, which takes a second or two
LONGEST = timedelta(minutes=30)
KEPT = timedelta(days=3)
TRIED = "team.plan-tried"
PLANNED, STANDARD = "plan", "standard"
POINTS = {each: DEFAULT.points.for_outcome(each) for each in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)}


# Starting -----------------------------------------------------------------------------------------------------------------


@transaction.atomic
def trial_start(*, actor: User, team: Team, opponent: Team, plan: Mapping[str, Any]) -> PlanTrial:
    """Have a plan tried against an opponent. It takes the place of the team's last trial."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    user_lock(user=actor)  # the trials of all teams of one coach are counted in turn
    team = locked_team(team)
    if not plan:
        raise Refused("standard-plan", "This is the standard plan: there is nothing to compare it with.")
    if PlanTrial.objects.filter(team=team, finished_at=None).exists():
        raise Refused("trial-running", "A plan of this team is being tried. Wait until that is done.")
    since = timezone.now() - timedelta(hours=1)
    if LogEntry.objects.filter(action=TRIED, actor=actor, at__gte=since).count() >= PER_HOUR:
        raise Refused("too-many-trials", f"A coach may have {PER_HOUR} plans tried in an hour. Come back later.")
    lineup = _lineup(team, opponent)
    able = {str(player["id"]) for player in lineup["sheets"][0]["players"]}
    plan, _ = engine.plans_of(team.ruleset).repair(plan, able, rulings_of(team))
    PlanTrial.objects.filter(team=team).delete()
    trial = PlanTrial.objects.create(
        team=team, opponent=opponent, plan=plan, lineup=lineup, seed=draw_seed(f"trial of {team.pk} at {since}")
    )
    data = {"opponent": opponent.pk, "plan": trial.plan}
    record(actor=actor, action=TRIED, target=team, summary=f"{actor} tried a game plan of {team}.", data=data)
    return trial


def _lineup(team: Team, opponent: Team) -> dict[str, Any]:
    rules, rulings = engine.ruleset(team.ruleset), rulings_of(team)
    own, other = _ready_sheet(team), _last_sheet(opponent)
    if other is None or not _is_legal(rules, other, rulings):
        other = _ready_sheet(opponent)
    for side, sheet in ((team, own), (opponent, other)):
        if not _is_legal(rules, sheet, rulings):
            raise Refused("not-ready", f"{side} cannot play as it stands. Try again after its post-match sequence.")
    return {
        "ruleset": rules.key,
        "ruleset_version": rules.version,
        "rulings": rulings.to_json(),
        "sheets": [own, other],
    }


def _ready_sheet(team: Team) -> dict[str, Any]:
    """The squad as it stands, with the journeymen that it would need."""
    club = prospect(team).editor.club
    return {**team.campaign.sheet(club, team.name, team.short), "key": team.slug, "absent": []}


def _last_sheet(team: Team) -> dict[str, Any] | None:
    """As it took the field last, without its plan."""
    last = Match.objects.filter(of_team(team), resolved_at__isnull=False).order_by("-resolved_at", "-pk")
    match = last.select_related("fixture").first()
    if match is None:
        return None
    sheet = match.locked_lineup["sheets"][0 if match.fixture.home_id == team.pk else 1]
    return {name: part for name, part in sheet.items() if name != "plan"}


def _is_legal(rules: engine.Ruleset, sheet: Mapping[str, Any], rulings: engine.Rulings) -> bool:
    try:
        rules.check_sheet(sheet, rulings)
    except engine.BadInput:
        return False
    return True


# Playing ------------------------------------------------------------------------------------------------------------------


def trials_claim(*, now: datetime) -> list[int]:
    """Trials that nobody is busy with, for one sender, as far as there is room; none while there is other work."""
    open_trials = PlanTrial.objects.filter(finished_at=None)
    room = AT_ONCE - open_trials.exclude(_free(now)).count()
    waiting = open_trials.filter(_free(now)).order_by("played", "pk").values_list("pk", flat=True)
    found = list(waiting[: max(0, room)])
    if not found or _work_waits(now):
        return []
    return [pk for pk in found if PlanTrial.objects.filter(_free(now), pk=pk).update(claimed_until=_claim(now))]


def trials_drop(*, now: datetime) -> None:
    PlanTrial.objects.filter(started_at__lt=now - KEPT).delete()


def trial_play(*, trial_id: int) -> bool:
    """Play one pair of matches; whether this worker should go on with the next. Doing it twice counts once."""
    now = timezone.now()
    trial = PlanTrial.objects.filter(pk=trial_id, finished_at=None).first()
    if trial is None:
        return False
    if now - trial.started_at > LONGEST:
        PlanTrial.objects.filter(pk=trial.pk).update(finished_at=now, failure="It took too long and was ended.")
        return False
    if _work_waits(now):
        PlanTrial.objects.filter(pk=trial.pk).update(claimed_until=None)  # the tick goes on with it
        return False
    try:
        figures = _with_pair(trial)
    except Exception:  # whatever it is, it concerns this trial alone
        logger.exception("A trial of %s could not be played.", trial.team_id)
        PlanTrial.objects.filter(pk=trial.pk).update(finished_at=now, failure="The matches could not be played.")
        return False
    return _keep(trial, figures)


def _keep(trial: PlanTrial, figures: dict[str, Any]) -> bool:
    now, played = timezone.now(), trial.played + 1
    done = played >= PAIRS
    changes = {"figures": figures, "played": played, "claimed_until": _claim(now), "finished_at": now if done else None}
    kept = PlanTrial.objects.filter(pk=trial.pk, played=trial.played).update(**changes)
    return bool(kept) and not done


def _with_pair(trial: PlanTrial) -> dict[str, Any]:
    """The sums with one more match of each kind."""
    own, other = trial.lineup["sheets"]
    planned = {**trial.lineup, "sheets": [{**own, "plan": trial.plan}, other]}
    seed = f"{trial.seed}:{trial.played}"
    return {
        kind: _added(trial.figures.get(kind, {}), play(lineup, seed).result)
        for kind, lineup in ((PLANNED, planned), (STANDARD, trial.lineup))
    }


def _added(sums: Mapping[str, int], result: Mapping[str, Any]) -> dict[str, int]:
    own, other = result["stats"]["home"], result["stats"]["away"]
    ended = {"home": Outcome.WON, "away": Outcome.LOST}.get(result["winner"], Outcome.DRAWN)
    match = {
        ended: 1,
        "points": POINTS[ended],
        "touchdowns": result["touchdowns"][0],
        "conceded": result["touchdowns"][1],
        "casualties": own.get("casualties", 0),
        "suffered": other.get("casualties", 0),
        "turnovers": own.get("turnovers", 0),
    }
    return {name: sums.get(name, 0) + match.get(name, 0) for name in {*sums, *match}}


def _work_waits(now: datetime) -> bool:
    """Whether a match or another unit of work is to be done: it comes first.

    What has failed before does not count, nor does what waits behind it: that can take days.
    """
    in_trouble = Job.objects.filter(slow_at__isnull=False, league__isnull=False).values("league")
    jobs = Job.objects.filter(failed_at=None).exclude(league__in=in_trouble)
    matches = Match.objects.filter(resolved_at=None, failed_at=None, locked_at__isnull=False, due_at__lte=now)
    matches = matches.filter(at_table=False)  # those wait for people
    return jobs.exists() or matches.filter(attempts__lte=1, failure="").exists()


def _free(now: datetime) -> Q:
    return Q(claimed_until__isnull=True) | Q(claimed_until__lte=now)


def _claim(now: datetime) -> datetime:
    return now + timedelta(seconds=2 * TASK_SECONDS)


# Showing ------------------------------------------------------------------------------------------------------------------


def trial_of(team: Team) -> PlanTrial | None:
    return PlanTrial.objects.filter(team=team).select_related("opponent").defer("lineup", "plan").first()


def trial_lines(trial: PlanTrial) -> list[tuple[str, str, str]]:
    """What is compared, with the plan and without."""
    planned, standard = (_Sums(trial.figures.get(kind, {})) for kind in (PLANNED, STANDARD))
    lines = {
        "Points": "{points}",
        "Won, drawn, lost": "{won} – {drawn} – {lost}",
        "Touchdowns": "{touchdowns} : {conceded}",
        "Casualties": "{casualties} : {suffered}",
        "Turnovers": "{turnovers}",
    }
    return [(name, form.format_map(planned), form.format_map(standard)) for name, form in lines.items()]


class _Sums(dict[str, int]):
    def __missing__(self, name: str) -> int:
        return 0
