"""The admin shows what is listed and is no oracle for anything else."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import Heartbeat, Match
from matches.services import match_lock
from outbox.models import Mail
from teams.ledger.services import sequence_open
from teams.models import GamePlan, Sequence, Team
from tests.builders import make_user, matches_of, running_season

PASSWORD = "chalk-on-turf-26"
SECRETS = {Match: "sealed_seed", Sequence: "sealed_seed", User: "password"}
DEEPEST = 4  # relations between a list and a secret


@pytest.fixture
def staff(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    return client


@pytest.fixture
def secrets(db: None) -> dict[type[Model], str]:
    """One secret of each kind, as it stands in the database."""
    match = matches_of(running_season())[0]
    match_lock(match_id=match.pk)
    sequence_open(team=Team.objects.first(), kind=Sequence.Kind.MATCH, object_id=1, deadline=None)
    found = {model: model.objects.exclude(**{field: ""}).first() for model, field in SECRETS.items()}
    return {model: getattr(found[model], field) for model, field in SECRETS.items()}


def ways(model: type[Model], deepest: int = DEEPEST) -> Iterator[tuple[str, type[Model]]]:
    """Every lookup that leads from a model to a secret, over relations in both directions."""
    if model in SECRETS:
        yield SECRETS[model], model
    for field in model._meta.get_fields() if deepest else ():
        if field.is_relation and field.related_model:
            yield from ((f"{field.name}__{way}", secret) for way, secret in ways(field.related_model, deepest - 1))


def changelist(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_no_filter_tells_a_secret(model: type[Model], staff: Client, secrets: dict[type[Model], str]) -> None:
    shortest: dict[type[Model], str] = {}
    for way, kind in sorted(set(ways(model)), key=lambda each: len(each[0])):
        shortest.setdefault(kind, way)
        for lookup in ("", "__startswith", "__gte", "__regex"):
            assert not admin.site._registry[model].lookup_allowed(f"{way}{lookup}", "a", None), way
    assert shortest or model in (Heartbeat, Mail)
    for kind, way in shortest.items():
        guesses = secrets[kind][:20], "zz"
        answers = [staff.get(changelist(model), {f"{way}__startswith": guess}) for guess in guesses]
        assert [answer.status_code for answer in answers] == [400, 400], way
        assert answers[0].content == answers[1].content
        found = [staff.get(changelist(model), {"q": guess}).context["cl"].result_count for guess in guesses]
        assert found[0] == found[1], way


def test_the_declared_filters_still_work(staff: Client) -> None:
    make_user("ann")
    for query in ("is_staff__exact=1", "groups__id__exact=1", "groups__isnull=True", "q=ann", "_facets=True", "o=1"):
        assert staff.get(f"/admin/accounts/user/?{query}").status_code == 200, query
    for query in ("action=league.created", "at__year=2026", "at__year=2026&at__month=5&at__day=1"):
        assert staff.get(f"/admin/journal/logentry/?{query}").status_code == 200, query
    assert staff.get("/admin/league/season/?state__exact=open").status_code == 200
    assert staff.get("/admin/account/emailaddress/?verified__exact=1").status_code == 200


def test_a_filter_does_not_open_what_lies_behind_it(staff: Client) -> None:
    """`groups` may be filtered by, but not the members of the groups."""
    assert staff.get("/admin/accounts/user/?groups__user__password__startswith=a").status_code == 400


def test_no_other_page_of_the_admin_tells_a_seed(staff: Client, secrets: dict[type[Model], str]) -> None:
    match = Match.objects.exclude(sealed_seed="").get()
    match.fixture.home.match_plan = {"bribe": "of-the-home-team"}
    match.fixture.home.save()
    GamePlan.objects.create(team=match.fixture.home, plan={"carriers": ["of-the-home-team"]})
    assert staff.get(f"{changelist(Match)}?_to_field=sealed_seed").status_code == 400
    pages = [f"{changelist(Match)}?{query}" for query in ("", "o=1.2.3.4.5.6", "_facets=True", "e=1")]
    pages += [reverse(f"admin:matches_match_{page}", args=[match.pk]) for page in ("change", "history")]
    pages += [reverse("admin:teams_team_change", args=[match.fixture.home_id])]
    for page in pages:
        shown = staff.get(page)
        assert shown.status_code == 200, page
        assert match.secret_seed not in shown.content.decode(), page
        assert "lineup" not in shown.content.decode().lower(), page
        assert "of-the-home-team" not in shown.content.decode(), page


@pytest.mark.parametrize("words", ["a " * 13, "a" * 201])
def test_an_endless_search_is_refused_with_a_message(words: str, staff: Client) -> None:
    shown = staff.get("/admin/accounts/user/", {"q": words})
    assert "Search for at most 12 words and 200 letters." in shown.content.decode()
    assert shown.context["cl"].result_count == 0


def test_the_last_superuser_stays_one(db: None) -> None:
    boss, other = User.objects.create_superuser("boss", "boss@example.org", PASSWORD), make_user("other")
    client = Client()
    client.force_login(boss)
    address = reverse("admin:accounts_user_change", args=[boss.pk])
    assert 'name="is_superuser"' not in client.get(address).content.decode()
    User.objects.filter(pk=other.pk).update(is_superuser=True)
    assert 'name="is_superuser"' in client.get(address).content.decode()
