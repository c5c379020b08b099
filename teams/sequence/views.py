"""The pages on which a coach goes through a sequence. Whoever acts, a form is answered in the same way."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from accounts.requests import user_of
from accounts.text import number_of
from engine.campaign import READY, REDRAFT
from journal.errors import Refused
from journal.forms import refusal_words
from teams.ledger.services import team_request
from teams.ledger.statement import Statement
from teams.models import LedgerRow, Team
from teams.permissions import is_coach
from teams.selectors import team_with_ledger
from teams.sequence.page import sequence_page
from teams.sequence.services import last_request, team_leave_to_orders, team_undo

UNDO, ORDERS = "undo", "orders"
# What a coach can do instead of what was refused.
WAYS_OUT = {
    "stale": "Below is the team as it stands now. If you still want it, ask again.",
    "wrong-step": "Steps that are over stay as they are. Go on with the one below.",
    "no-gold": "Choose something cheaper, or go on without it: what is saved is still there after the next match.",
    "no-points": "Choose something cheaper, or save the points for later.",
    "too-few": "Keep the player for now, or hire somebody first after the next match.",
    "captain-stays": "Keep the captain, or fire somebody else.",
    "position-full": "Choose another position, or fire one of them now and hire after the next match.",
    "group-full": "Choose another position.",
    "list-full": "Fire somebody now, and hire after the next match.",
    "same-number": "Choose another number.",
    "bad-number": "Choose another number.",
    "bad-name": "Choose another name.",
    "same-name": "Choose another name.",
    "nominees": "Tick neither more nor fewer, then roll again.",
    "must-spend": "Choose an advancement for that player first.",
    "open-offer": "Answer what the dice offer first.",
    "award-open": "Nominate players and roll first.",
    "credit-open": "Give those touchdowns to somebody first.",
    "grudge-open": "Say whom the player hates first.",
    "staff-limit": "There is nothing to do: the team has all it may have.",
}
Ask = Callable[..., list[LedgerRow] | None]  # None where nothing is entered yet, and that has been said


def sequence(request: HttpRequest, slug: str) -> HttpResponse:
    """The open sequence, or the last one."""
    team = team_with_ledger(slug, request.user)
    coach = is_coach(request.user, team)
    if request.method == "POST" and not coach:
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    return answer(request, team, lambda action: _ask(request, team, action), able=coach)


def _ask(request: HttpRequest, team: Team, action: str) -> Ask:
    actor = user_of(request)
    asks: dict[str, Ask] = {
        UNDO: partial(team_undo, actor=actor, team=team),
        ORDERS: partial(team_leave_to_orders, actor=actor, team=team),
    }
    return asks.get(action) or partial(asked, partial(team_request, actor=actor), team, action, request.POST)


def sequence_past(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A sequence that is over, with its seed."""
    team = team_with_ledger(slug, request.user)
    page = sequence_page(team, number)
    if page is None or page.open:
        return redirect("teams:sequence", slug)
    return render(request, "teams/sequence.html", {"team": team, "page": page})


def answer(
    request: HttpRequest, team: Team, service: Callable[[str], Ask], *, able: bool, **context: Any
) -> HttpResponse:
    """Do what a form asks and come back to the page; what is refused is said on the page, with the input kept."""
    refusal, given = None, QueryDict()
    if request.method == "POST":
        refusal, given = _do(request, team, service), request.POST
        if refusal is None:
            return redirect(request.get_full_path())
    page = sequence_page(team)
    if page and page.open and page.step == REDRAFT and "acting" not in context:
        return redirect("teams:redraft", team.slug)
    context |= {
        "team": team,
        "page": page,
        "able": able and page is not None and page.open,
        "undoable": undoable(team) if able else [],
        "fresh_key": uuid4,  # called anew by each form
        "refusal": refusal,
        "refusal_words": refusal and refusal_words(refusal),
        "way_out": refusal and WAYS_OUT.get(refusal.code, ""),
        "given": given,
        "ticked": given.getlist("members"),
    }
    return render(request, "teams/sequence.html", context)


def _do(request: HttpRequest, team: Team, service: Callable[[str], Ask]) -> Refused | None:
    try:
        rows = service(request.POST.get("action", ""))(**seen(request.POST))
    except Refused as refusal:
        return refusal
    if rows is not None:
        messages.success(request, done_words(team, rows))
    return None


def seen(post: QueryDict) -> dict[str, Any]:
    """Which page of the books the form was made for, and the name of the request."""
    try:
        return {"version": int(post.get("version", "")), "key": UUID(post.get("key", ""))}
    except ValueError as error:
        raise Refused("bad-request", "This form is incomplete. Load the page again and try once more.") from error


def asked(ask: Ask, team: Team, action: str, post: QueryDict, **about: Any) -> list[LedgerRow] | None:
    return ask(team=team, action=action, arguments=arguments_of(team, action, post), **about)


def arguments_of(team: Team, action: str, post: QueryDict) -> dict[str, Any]:
    """The fields of a form as the action wants them; what it makes of missing ones is its own affair."""
    wanted = team.campaign.arguments(action)
    return {name: READERS[hint](post, name) for name, hint in wanted.items() if name in post or hint == list[int]}


def _number(post: QueryDict, name: str) -> int:
    return _int(str(post[name]), name)


def _numbers(post: QueryDict, name: str) -> list[int]:
    return [_int(each, name) for each in post.getlist(name)]


def _int(text: str, name: str) -> int:
    number = number_of(text)
    if number is None:
        raise Refused("bad-request", f"The {name} must be a number of at most nine digits.")
    return number


READERS: dict[Any, Callable[[QueryDict, str], Any]] = {
    int: _number,
    list[int]: _numbers,
    str: lambda post, name: post[name],
}


def done_words(team: Team, rows: list[LedgerRow]) -> str:
    """What a request came to: where it led to, or what was entered, with its dice."""
    steps = [row.data["to"] for row in rows if row.kind == "step"]
    if READY in steps:
        return "The sequence is closed, and the team is ready for its next match."
    if steps:
        return f"On to: {team.campaign.steps.names[steps[-1]]}."
    lines = Statement(team).lines(rows)
    return " ".join(f"{line.words}{line.thrown}" for line in lines) or "There was nothing to enter."


def undoable(team: Team) -> list[LedgerRow]:
    """The rows that the coach can still take back."""
    rows = last_request(team)
    return [] if any(row.rolls for row in rows) else rows
