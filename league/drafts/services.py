"""Every write to drafts: a coach makes one and submits it, and it becomes a team, at once or when the commissioner agrees."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Unpack

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from accounts.models import User
from accounts.services import user_lock
from accounts.text import longest_of
from engine.campaign import LEAGUE, DraftRules, Refusal
from engine.core.text import BadText, clean_line, clean_text
from journal.errors import Refused
from journal.models import LogEntry
from journal.services import record
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.drafting import Draft
from league.joining.access import refuse_uninvited
from league.models import League
from league.permissions import May, may, owns_draft
from league.rulings.selectors import league_rulings
from league.selectors import colours_taken
from league.terms import settings_of, terms_of
from league.visibility import sees
from teams.colours import free_colour
from teams.drafting.services import team_found
from teams.models import Team
from teams.selectors import colours_of
from teams.services import TeamFields, check_fields, refuse_unknown, ruleset_or_refuse, team_slug

FIELDS = ("name", "short", "colour", "motto")
MOST_UNFINISHED = 20  # drafts of one coach
HIGHEST = 99  # figure of a list that may still be wrong


class Edit(NamedTuple):
    """Where a draft is edited: a window of a browser, the how many-th of its requests this is, and which draft it showed first."""

    window: str
    number: int
    base: str


@transaction.atomic
def draft_create(*, owner: User, ruleset: str, roster: str, league: League | None = None) -> Draft:
    """An empty draft of a roster, for a league or under the usual terms."""
    rules = ruleset_or_refuse(ruleset)
    if rules.campaign is None:
        raise Refused("no-draft", f"A team of {rules.title} is created without a draft.")
    if league is not None and league.ruleset != ruleset:
        raise Refused("wrong-ruleset", f"The {league} does not play {rules.title}.")
    if league is not None:
        if not sees(owner, league):
            raise PermissionDenied("There is no such league.")
        refuse_uninvited(owner, league)
    if roster not in rules.team_lists():
        raise Refused("no-such-roster", f"There is no roster {roster!r}.", rule=rules.campaign.draft.rule)
    play = league.play if league is not None else LEAGUE
    user_lock(user=owner)
    if owner.drafts.exclude(state=Draft.State.APPROVED).count() >= MOST_UNFINISHED:
        raise Refused("too-many-drafts", f"You have {MOST_UNFINISHED} drafts that are no teams yet. Delete one first.")
    draft = Draft.objects.create(
        owner=owner,
        league=league,
        ruleset=ruleset,
        play=play,
        colour=free_colour(colours_taken(league) if league else colours_of(owner)),
        document=rules.campaigns[play].draft.blank(roster),
    )
    _log(draft, owner, "created", f"{owner} began to draft a team of {rules.team_lists()[roster]}.")
    return draft


@transaction.atomic
def draft_save(
    *, actor: User, draft: Draft, document: Mapping[str, Any], edit: Edit | None = None, **fields: Unpack[TeamFields]
) -> Draft:
    """Keep a draft as it stands. It may still break rules of the list, which are enforced when it is submitted.

    An edit that comes too late changes nothing, neither does one that changes nothing.
    """
    draft = _own_unfinished(draft, actor)
    refuse_unknown(fields)
    given = {**fields, "document": _storable(draft, document)}
    if edit is not None:
        _refuse_late(draft, edit)
    if all(getattr(draft, name) == value for name, value in given.items()):
        return draft
    draft.edited_in, draft.edition = (edit.window, edit.number) if edit is not None else ("", 0)
    for name, value in given.items():
        setattr(draft, name, value)
    try:
        draft.clean_fields()
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise Refused(f"bad-{name}", f"{name.capitalize()}: {messages[0]}") from error
    draft.save()
    _log_saving(draft, actor)
    return draft


@transaction.atomic
def draft_submit(*, actor: User, draft: Draft) -> Draft:
    """Hand in a draft. It creates the team at once unless the league's commissioner approves drafts."""
    draft = _own_unfinished(draft, actor)
    _check_complete(draft)
    if draft.league is None or not draft.league.approves_drafts:
        return _found(draft, actor)
    draft.state, draft.comment = Draft.State.SUBMITTED, ""
    draft.save()
    _log(draft, actor, "submitted", f"{actor} submitted the draft {draft} to the {draft.league}.")
    return draft


def _approval(*, draft: Draft, **_: Any) -> Matter | None:
    return Matter(draft.league, f"approve the draft {draft}", people=[draft.owner]) if draft.league else None


@needs_second("draft.approved", _approval, by=May.APPROVE)
@transaction.atomic
def draft_approve(*, actor: User, draft: Draft, reason: str = "") -> Draft:
    """A commissioner or an assistant agrees, and the team is created. Approving again changes nothing.

    The reason is asked for where it is one's own draft, which somebody else has to confirm.
    """
    draft = _judged(draft, actor)
    if draft.state == Draft.State.APPROVED:
        return draft
    _refuse_unless_submitted(draft)
    return _found(draft, actor)


@transaction.atomic
def draft_return(*, actor: User, draft: Draft, comment: str) -> Draft:
    """The commissioner wants something changed, and says what."""
    draft = _judged(draft, actor)
    _refuse_unless_submitted(draft)
    try:
        draft.comment = clean_text(comment, longest_of(Draft, "comment"), least=1)
    except BadText as flaw:
        raise Refused("bad-comment", f"Say what should be changed. {flaw}") from flaw
    draft.state = Draft.State.RETURNED
    draft.save()
    summary = f"{actor} returned the draft {draft} to {draft.owner}."
    _log(draft, actor, "returned", summary, about=draft.owner, comment=draft.comment)
    return draft


@transaction.atomic
def draft_delete(*, actor: User, draft: Draft) -> None:
    """Throw a draft away. One that has become a team stays as it was approved."""
    draft = _own(draft, actor)
    if draft.state == Draft.State.APPROVED:
        raise Refused("draft-approved", f"{draft} is a team already.")
    _log(draft, actor, "deleted", f"{actor} deleted the draft {draft}.", document=draft.document)
    draft.delete()


# What a draft holds -------------------------------------------------------------------------------------------------------


def draft_settings(draft: Draft) -> dict[str, int]:
    return settings_of(draft.league) if draft.league else {}


def draft_problems(draft: Draft, document: Mapping[str, Any]) -> list[Refusal]:
    """All that keeps a document from being a team of the league it is made for."""
    rulings = league_rulings(draft.league) if draft.league else None
    return draft.campaign.draft.problems(document, draft_settings(draft), rulings)


def readable(draft: Draft, document: Any) -> Any:
    """A document that can be shown with its bill, or a refusal of what cannot be read."""
    try:
        draft.campaign.draft.read(document, {})
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    return document


def _storable(draft: Draft, document: Mapping[str, Any]) -> dict[str, Any]:
    readable(draft, document)
    rules = draft.campaign.draft
    if document["roster"] != draft.document["roster"]:
        raise Refused("other-roster", "A draft keeps its roster. Begin another one.", rule=rules.rule)
    kept = {name: _kept(rules, name.replace("_", " ").capitalize(), value) for name, value in document.items()}
    if "players" in document:
        kept["players"] = [
            {name: _kept(rules, f"{name.capitalize()} of a player", value) for name, value in player.items()}
            for player in document["players"]
        ]
    return kept


def _kept(rules: DraftRules, name: str, value: Any) -> Any:
    """A text or a figure of a list as it is kept."""
    if isinstance(value, int) and not 0 <= value <= HIGHEST:
        raise Refused("bad-number", f"{name}: a number from 0 to {HIGHEST}.", rule=rules.rule)
    try:
        return clean_line(value, rules.longest_name) if isinstance(value, str) else value
    except BadText as flaw:
        raise Refused("bad-text", f"{name}: {flaw}", rule=rules.rule) from flaw


def _check_complete(draft: Draft) -> None:
    fields = {name: getattr(draft, name) for name in FIELDS}
    roster = draft.document["roster"]
    check_fields(Team(owner=draft.owner, ruleset=draft.ruleset, roster=roster, slug=team_slug(draft.name), **fields))
    for problem in draft_problems(draft, draft.document):
        raise Refused(problem.code, str(problem), rule=problem.rule)


def _found(draft: Draft, actor: User) -> Draft:
    draft.team = team_found(
        owner=draft.owner,
        ruleset=draft.ruleset,
        play=draft.play,
        draft=draft.document,
        terms=terms_of(draft.league) if draft.league else {},
        **{name: getattr(draft, name) for name in FIELDS},
    )
    draft.state, draft.comment = Draft.State.APPROVED, ""
    draft.save()
    _log(draft, actor, "approved", f"The draft {draft} became a team.", team=draft.team.slug)
    return draft


def _refuse_late(draft: Draft, edit: Edit) -> None:
    """Requests may overtake each other, and the same draft may be open in two windows."""
    same = draft.edited_in == edit.window
    if edit.number < draft.edition if same else edit.base != draft.updated_at.isoformat():
        raise Refused(
            "draft-changed",
            "This draft has been changed elsewhere since this page was loaded, so nothing of this is saved yet. "
            "Load the page again to see it, or press “Save” to keep what stands here instead.",
        )


def _log_saving(draft: Draft, actor: User) -> None:
    """A draft is saved with every key that is pressed: one row stands for all savings until something else happens."""
    rows = LogEntry.objects.filter(object_type="league.draft", object_id=str(draft.pk))
    if rows.order_by("-pk").values_list("action", flat=True).first() != "draft.saved":
        _log(draft, actor, "saved", f"{actor} saved the draft {draft}.")


# Who may ------------------------------------------------------------------------------------------------------------------


def _own_unfinished(draft: Draft, actor: User) -> Draft:
    draft = _own(draft, actor)
    if not draft.editable:
        raise Refused("draft-submitted", f"{draft} is {draft.get_state_display()} and cannot be changed any more.")
    return draft


def _own(draft: Draft, actor: User) -> Draft:
    draft = _locked(draft)
    if not owns_draft(actor, draft):
        raise PermissionDenied("Only the coach who makes a draft may do that.")
    return draft


def _judged(draft: Draft, actor: User) -> Draft:
    draft = _locked(draft)
    if draft.league is None or not may(actor, draft.league, May.APPROVE):
        raise PermissionDenied("Only those who run the league may do that.")
    return draft


def _locked(draft: Draft) -> Draft:
    drafts = Draft.objects.select_for_update(of=("self",), no_key=True).select_related("league", "owner")
    return drafts.get(pk=draft.pk)


def _refuse_unless_submitted(draft: Draft) -> None:
    if draft.state != Draft.State.SUBMITTED:
        raise Refused("draft-not-submitted", f"{draft} is {draft.get_state_display()}, not submitted.")


def _log(draft: Draft, actor: User, what: str, summary: str, *, about: User | None = None, **data: Any) -> None:
    record(actor=actor, action=f"draft.{what}", target=draft, summary=summary, data=data, about=about)
