"""Signing up, in and out, a forgotten password, and the limits on trying."""

import contextlib
import re
import zoneinfo

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User, validate_time_zone
from accounts.text import settle_looks

PASSWORD = "chalk-on-turf-26"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", "ann@example.org", PASSWORD)


def sign_in(client: Client, login: str, password: str = PASSWORD) -> int:
    return client.post("/accounts/login/", {"login": login, "password": password}).status_code


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def sign_up(client: Client, username: str, email: str) -> int:
    form = {"username": username, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", form).status_code


def test_signing_up_makes_an_account_and_signs_in(client: Client, db: None) -> None:
    assert sign_up(client, "bob", "bob@example.org") == 302
    assert User.objects.get(username="bob").email == "bob@example.org"
    assert signed_in(client)
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]
    assert mail.outbox[0].subject.startswith("[Dugout] ")


@pytest.mark.parametrize("login", ["ann", "ann@example.org", "Ann@Example.org"])
def test_the_user_name_or_the_address_signs_in(client: Client, ann: User, login: str) -> None:
    assert sign_in(client, login) == 302
    assert signed_in(client)


def test_a_wrong_password_does_not(client: Client, ann: User) -> None:
    assert sign_in(client, "ann", "wrong") == 200
    assert not signed_in(client)


def test_signing_out_needs_a_click(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.get("/accounts/logout/")
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert not signed_in(client)


def test_a_forgotten_password_is_replaced_by_mail(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert link is not None
    form = client.get(link[1], follow=True).request["PATH_INFO"]
    client.post(form, {"password1": "a-new-whistle-3", "password2": "a-new-whistle-3"})
    assert sign_in(Client(), "ann") == 200
    assert sign_in(client, "ann", "a-new-whistle-3") == 302


def test_a_reset_link_works_once(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    path = re.search(r"http://testserver(/accounts/\S+)", mail.outbox[0].body)[1]
    form = client.get(path, follow=True).request["PATH_INFO"]
    client.post(form, {"password1": "a-new-whistle-3", "password2": "a-new-whistle-3"})
    again = Client()
    form = again.get(path, follow=True).request["PATH_INFO"]
    again.post(form, {"password1": "stolen-whistle-4", "password2": "stolen-whistle-4"})
    assert sign_in(Client(), "ann", "stolen-whistle-4") == 200


def test_an_unknown_address_is_not_told_apart(client: Client, ann: User) -> None:
    answers = [client.post("/accounts/password/reset/", {"email": who}) for who in ("ann@example.org", "no@example.org")]
    assert len({(answer.status_code, answer["Location"]) for answer in answers}) == 1


def test_failed_sign_ins_are_limited_per_account(client: Client, ann: User) -> None:
    for _ in range(5):
        sign_in(client, "ann", "wrong")
    assert sign_in(client, "ann") == 200  # the right password comes too late
    assert not signed_in(client)


def test_sign_ups_are_limited_per_address(db: None) -> None:
    statuses = [sign_up(Client(), f"coach{n}", f"coach{n}@example.org") for n in range(21)]
    assert statuses == [302] * 20 + [429]
    assert not User.objects.filter(username="coach20").exists()


def test_password_mails_are_limited_per_account(ann: User) -> None:
    statuses = [Client().post("/accounts/password/reset/", {"email": "ann@example.org"}).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]
    assert len(mail.outbox) == 5


def test_one_address_is_one_person_whatever_its_case(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ann2", "ANN@example.org", PASSWORD)


def test_one_name_is_one_person_however_it_is_written(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANN", "other@example.org", PASSWORD)
    ann.username = "anna"
    ann.save()
    User.objects.create_user("Ann", "other@example.org", PASSWORD)


def test_names_that_looked_alike_before_that_was_refused_are_kept(ann: User) -> None:
    """The migration gives the younger one a look of its own, and saving the account again keeps it."""
    other = User.objects.create_user("anne", "anne@example.org", PASSWORD)
    User.objects.filter(pk=other.pk).update(username="ANN")
    settle_looks(User, "username", "username_look")
    looks = dict(User.objects.values_list("username", "username_look"))
    assert looks == {"ann": "ann", "ANN": f"ann {other.pk}"}
    User.objects.get(pk=other.pk).save()
    assert User.objects.get(pk=other.pk).username_look == f"ann {other.pk}"


def test_reserved_names_are_refused(client: Client, db: None) -> None:
    assert sign_up(client, "root", "root@example.org") == 200
    assert not User.objects.exists()


def test_times_are_shown_in_the_readers_zone(ann: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def override(zone: zoneinfo.ZoneInfo) -> contextlib.AbstractContextManager[None]:
        seen.append(zone.key)
        return contextlib.nullcontext()

    monkeypatch.setattr("accounts.middleware.timezone.override", override)
    ann.time_zone = "Europe/Berlin"
    ann.save()
    client.force_login(ann)
    client.get("/accounts/login/")
    ann.time_zone = "Mars/Olympus"
    ann.save()
    client.get("/accounts/login/")
    assert seen == ["Europe/Berlin", "UTC"]


def test_only_real_time_zones_are_accepted() -> None:
    validate_time_zone("Europe/Berlin")
    with pytest.raises(ValidationError, match="not a time zone"):
        validate_time_zone("Mars/Olympus")
