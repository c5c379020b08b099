"""Signing up, in and out, a forgotten password, and the limits on trying."""

import contextlib
import re
import zoneinfo
from datetime import datetime
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import User, validate_time_zone
from accounts.text import settle_looks
from accounts.times import zone_names, zones_by_region

PASSWORD, WRONG = "chalk-on-turf-26", "wrong"


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
    assert "Hello from" not in mail.outbox[0].body
    assert mail.outbox[0].body.endswith("\n\nDugout, testserver")


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


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed from now on: they are what takes time."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return hashed


@pytest.mark.parametrize("known", ["active", "inactive", "staff", "two at one address"])
@pytest.mark.parametrize("login", ["ann", "ANN", "ann@example.org", "nobody", "nobody@example.org"])
@pytest.mark.parametrize("password", [PASSWORD, "wrong"])
def test_every_attempt_to_sign_in_costs_one_hash(
    ann: User, hashes: list[str], known: str, login: str, password: str
) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=known != "inactive", is_staff=known == "staff")
    if known == "two at one address":
        other = User.objects.create_user("mal", "mal@example.org", PASSWORD)
        EmailAddress.objects.create(user=other, email=ann.email)
    hashes.clear()
    sign_in(Client(), login, password)
    assert len(hashes) == 1


def test_an_address_that_others_claim_still_signs_in_its_owner(client: Client, ann: User) -> None:
    for number in range(4):
        other = User.objects.create_user(f"mal{number}", f"mal{number}@example.org", "another-whistle-9")
        EmailAddress.objects.create(user=other, email="zoe@example.org")
    zoe = User.objects.create_user("zoe", "zoe@example.org", PASSWORD)
    sign_in(client, "zoe@example.org")
    assert client.session["_auth_user_id"] == str(zoe.pk)


def test_a_user_name_is_no_address(client: Client, db: None) -> None:
    assert sign_up(client, "ann@example.org", "mal@example.org") == 200
    assert not User.objects.exists()


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/"])
def test_the_admin_has_no_sign_in_of_its_own(path: str, client: Client, ann: User, hashes: list[str]) -> None:
    User.objects.update(is_staff=True)
    hashes.clear()
    answer = client.post(path, {"username": "ann", "password": PASSWORD}, follow=True)
    assert answer.request["PATH_INFO"] == "/accounts/login/"
    assert not signed_in(client)
    assert hashes == []
    sign_in(client, "ann")
    assert client.get("/admin/").status_code == 200


def test_a_coach_is_not_let_into_the_admin(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_known_address_is_not_told_apart_where_a_password_is_forgotten(ann: User) -> None:
    answers = [
        Client().post("/accounts/password/reset/", {"email": who}) for who in ("ann@example.org", "no@example.org")
    ]
    assert len({(answer.status_code, answer["Location"]) for answer in answers}) == 1
    assert len(mail.outbox) == 2  # a mail takes time, too


def test_a_known_address_is_not_told_apart_at_sign_up(ann: User, hashes: list[str], settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    seen = set()
    for name, address in (("bob", "bob@example.org"), ("eve", "ann@example.org")):
        hashes.clear()
        mail.outbox.clear()
        client = Client()
        form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
        answer = client.post("/accounts/signup/", form, follow=True)
        told = answer.content.decode().replace(address, "")
        seen.add((tuple(answer.redirect_chain), told, tuple(client.cookies), len(hashes), len(mail.outbox)))
        assert not signed_in(client)
    assert len(seen) == 1
    assert not User.objects.filter(username="eve").exists()


def tried_from(address: str, password: str = WRONG, login: str = "ann") -> bool:
    client = Client(REMOTE_ADDR=address)
    sign_in(client, login, password)
    return signed_in(client)


def test_a_stranger_who_fails_keeps_nobody_out(ann: User) -> None:
    for _ in range(6):
        tried_from("203.0.113.7")
    assert not tried_from("203.0.113.7", PASSWORD)  # the right password comes too late from there
    assert tried_from("203.0.113.8", PASSWORD)


def test_one_ipv6_network_counts_as_one_visitor(ann: User) -> None:
    for number in range(6):
        tried_from(f"2001:db8:0:1::{number:x}")
    assert not tried_from("2001:db8:0:1:ffff::1", PASSWORD)
    assert tried_from("2001:db8:0:2::1", PASSWORD)


def test_one_address_cannot_try_many_names(ann: User) -> None:
    for number in range(10):
        tried_from("203.0.113.7", login=f"coach{number}")
    assert not tried_from("203.0.113.7", PASSWORD)


def test_sign_ups_are_limited_per_address(db: None) -> None:
    statuses = [sign_up(Client(), f"coach{n}", f"coach{n}@example.org") for n in range(21)]
    assert statuses == [302] * 20 + [429]
    assert not User.objects.filter(username="coach20").exists()


def ask_for_reset(address: str) -> int:
    return Client(REMOTE_ADDR=address).post("/accounts/password/reset/", {"email": "ann@example.org"}).status_code


def test_a_stranger_floods_no_mailbox_and_blocks_no_reset(ann: User) -> None:
    assert [ask_for_reset(f"203.0.113.{number}") for number in range(8)] == [302] * 8
    assert len(mail.outbox) == 5
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert "token_fail" not in Client().get(link[1], follow=True).context  # the first mail still works


def test_resets_are_limited_per_address(ann: User) -> None:
    assert [ask_for_reset("203.0.113.7") for _ in range(21)] == [302] * 20 + [429]


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
    client.cookies["zone"] = "Asia/Tokyo"
    ann.time_zone = "Europe/Berlin"
    ann.save()
    client.get("/accounts/login/")
    client.logout()
    client.cookies["zone"] = "Asia/Tokyo"
    client.get("/accounts/login/")
    client.cookies["zone"] = "../../etc/passwd"
    client.get("/accounts/login/")
    assert seen == ["Europe/Berlin", "UTC", "Europe/Berlin", "Asia/Tokyo", "UTC"]


def test_whoever_signs_in_without_a_zone_takes_the_browsers(ann: User, client: Client) -> None:
    for said, kept in (("Mars/Olympus", ""), ("Asia/Tokyo", "Asia/Tokyo"), ("Europe/Berlin", "Asia/Tokyo")):
        client.logout()
        client.cookies["zone"] = said
        assert sign_in(client, "ann") == 302
        ann.refresh_from_db()
        assert ann.time_zone == kept


def test_only_real_time_zones_are_accepted() -> None:
    validate_time_zone("Europe/Berlin")
    with pytest.raises(ValidationError, match="not a time zone"):
        validate_time_zone("Mars/Olympus")


def test_time_zones_are_listed_by_region_with_their_offset_of_today(
    ann: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ann)
    for now, berlin in (("2026-01-15T12:00Z", "UTC+1"), ("2026-07-15T12:00Z", "UTC+2")):
        with monkeypatch.context() as patched:
            patched.setattr("accounts.times.timezone.now", partial(datetime.fromisoformat, now))
            regions = dict(zones_by_region())
        assert ("Europe/Berlin", f"Berlin ({berlin})") in regions["Europe"]
    assert ("America/Argentina/Buenos_Aires", "Argentina, Buenos Aires (UTC−3)") in regions["America"]
    assert ("Asia/Kolkata", "Kolkata (UTC+5:30)") in regions["Asia"]
    assert ("UTC", "UTC") in regions["Others"]  # of no region
    assert list(regions) == [*sorted({*regions} - {"Others"}), "Others"]
    assert all([place for _, place in listed] == sorted(place for _, place in listed) for listed in regions.values())
    assert sorted(key for listed in regions.values() for key, _ in listed) == sorted(zone_names())
    page = client.get("/you/").content.decode()
    assert re.search(r'<optgroup label="Europe">.*<option value="Europe/Berlin">Berlin \(UTC', page)
    client.post("/you/", {"time_zone": "Europe/Berlin"})
    ann.refresh_from_db()
    assert ann.time_zone == "Europe/Berlin"
    assert '<option value="Europe/Berlin" selected>' in client.get("/you/").content.decode()
