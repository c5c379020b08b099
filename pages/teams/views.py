"""The pages of a team and of its players, which show their matches as well."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engine
from accounts.requests import user_of
from engine.campaign import REDRAFT, Club, TeamEditor
from journal.forms import saved
from league.seasons import selectors as season_selectors
from matches import selectors
from matches.models import Match
from teams import selectors as team_selectors
from teams.forms import RenameForm
from teams.ledger.services import editor_of, team_request
from teams.models import LedgerRow, Sequence, Team
from teams.permissions import is_coach, is_owner
from teams.roster.careers import Career, career
from teams.roster.squad import glossary, in_order, line_of
from teams.selectors import team_with_ledger
from teams.sequence.views import seen

MATCHES_PER_PAGE = 10


def team(request: HttpRequest, slug: str) -> HttpResponse:
    found = team_selectors.team_detail(slug, request.user)
    ruleset = engine.ruleset(found.ruleset)
    if ruleset.has_campaign:
        return render(request, "teams/club.html", _club_context(request, found))
    page = selectors.team_page(found, request.user)
    context = {
        "page": page,
        "team": found,
        "ruleset": ruleset,
        "positions": ruleset.positions,
        "owned": is_owner(request.user, found),
        "results": _results(request, page.played),
        "waiting": _waiting(request, found, page.upcoming),
    }
    return render(request, "teams/team.html", context)


def _waiting(request: HttpRequest, team: Team, upcoming: list[Any]) -> Any:
    """A team plays one season at a time: with matches to come it waits for no other one."""
    return [] if upcoming else season_selectors.waiting_entries(request.user).filter(team=team)


def _results(request: HttpRequest, played: QuerySet[Match]) -> Page[Match]:
    return Paginator(played, MATCHES_PER_PAGE).get_page(request.GET.get("page"))


# Teams with books ---------------------------------------------------------------------------------------------------------


def _club_context(request: HttpRequest, team: Team) -> dict[str, Any]:
    editor = editor_of(team, None)
    club = editor.club
    asked = request.GET.get("sort", "number")
    lines, heads = in_order(club, (line_of(club, member) for member in club.members.values()), asked)
    matches = selectors.team_matches(team, request.user)
    results = _results(request, matches.played)
    after_match = Q(kind=Sequence.Kind.MATCH, object_id__in=[match.pk for match in results])
    sequences = list(team.sequences.filter(after_match | Q(closed_at__isnull=True)))
    by_match = {each.match: each for each in sequences}
    return {
        "team": team,
        "club": club,
        "skills": club.campaign.skills(club),
        "inducements": _inducements(club),
        "value": club.campaign.value.team(club),
        "current_value": club.campaign.value.current(club),
        "lines": lines,
        "heads": heads,
        "glossary": glossary(lines),
        "matches": matches,
        "results": results,
        "played": [(match, by_match.get(match.pk)) for match in results],
        "waiting": _waiting(request, team, matches.upcoming),
        **_whose(request, team),
        **_open_business(sequences, editor),
    }


def _inducements(club: Club) -> list[str]:
    """What the list has for every match."""
    known = club.campaign.words.inducements
    return [known[key].counted(number) for key, number in club.inducements.items()]


def _whose(request: HttpRequest, team: Team) -> dict[str, Any]:
    """What the reader is to the team, from one query."""
    listed = list(team.co_coaches.select_related("user").order_by("accepted_at"))
    own = next((each for each in listed if each.user_id == request.user.pk), None)
    owned = is_owner(request.user, team)
    return {
        "owned": owned,
        "coach": owned or bool(own and own.accepted_at),
        "invited": own is not None and own.accepted_at is None,
        "co_coaches": [each.user for each in listed if each.accepted_at],
    }


def _open_business(sequences: Iterable[Sequence], editor: TeamEditor) -> dict[str, Any]:
    """What waits for a decision: a sequence, a captain."""
    club = editor.club
    open_sequence = next((each for each in sequences if each.closed_at is None), None)
    return {
        "sequence": open_sequence,
        "after_match": open_sequence.match if open_sequence else None,
        "step": editor.campaign.steps.names[club.step],
        "redraft": club.step == REDRAFT,
        "captains": editor.campaign.choices.captains(editor),
        "version": club.rows,
        "key": uuid4(),
    }


def player(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """The career of a player, also of one who has left; coaches can rename those who have not."""
    team = team_with_ledger(slug, request.user)
    coach = is_coach(request.user, team)
    found = career(team, member)
    if found is None:
        raise Http404(f"{team} never had a player {member}.")
    form = RenameForm(request.POST or None, initial={"name": found.member.name, "number": found.member.number})
    if request.method == "POST":
        if not coach:
            raise PermissionDenied(f"Only a coach of {team} may do that.")
        if form.is_valid() and saved(form, lambda: _rename(request, team, member, form)) is not None:
            messages.success(request, f"{form.cleaned_data['name']} wears number {form.cleaned_data['number']}.")
            return redirect("teams:player", slug, member)
    context = {"team": team, "coach": coach, "form": form if coach and found.left is None else None}
    return render(request, "teams/player.html", context | _career_context(request, team, found))


def _career_context(request: HttpRequest, team: Team, found: Career) -> dict[str, Any]:
    figures = selectors.player_figures(team, found.member.id, request.user)
    matches = _results(request, selectors.played_matches(request.user).filter(pk__in=figures))
    line = line_of(found.club, found.member)
    return {
        "ruleset": engine.ruleset(team.ruleset),
        "career": found,
        "line": line,
        "glossary": glossary([line]),
        "chapters": [(name, found.about(key)) for key, name in CHAPTERS.items()],
        "matches": matches,
        "history": [(match, figures[match.pk]) for match in matches],
        "totals": selectors.summed(figures.values()),
        "version": found.club.rows,
        "key": uuid4(),
    }


CHAPTERS = {
    "points": "Points and advancements",
    "injuries": "Injuries and grudges",
    "players": "Coming, going, changing",
}


def _rename(request: HttpRequest, team: Team, member: int, form: RenameForm) -> list[LedgerRow]:
    arguments = {"member": member, **form.cleaned_data}
    return team_request(actor=user_of(request), team=team, action="rename", arguments=arguments, **seen(request.POST))
