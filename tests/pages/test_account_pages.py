"""Deleting one's account and downloading one's data, on the pages."""

import json

import pytest
from django.test import Client

from accounts.models import User
from tests.builders import make_league
from tests.pages.conftest import World, signed_in, squeezed

DELETE, EXPORT = "/you/delete/", "/you/export/"
RIGHT = {"name": "abel", "password": "a good password"}


@pytest.mark.parametrize(("path", "back"), [(DELETE, DELETE), (EXPORT, "/you/")])
def test_they_are_for_oneself(world: World, coach_client: Client, path: str, back: str) -> None:
    assert Client().post(path).url == f"/accounts/login/?next={back}"
    assert path in coach_client.get("/you/").content.decode()


def test_deleting_signs_out_everywhere_and_for_good(world: World, coach_client: Client) -> None:
    elsewhere = signed_in(world.coach)
    assert "Northgate Gulls" in coach_client.get(DELETE).content.decode()
    assert "This is not your password" in coach_client.post(DELETE, {**RIGHT, "password": "x"}).content.decode()
    answer = coach_client.post(DELETE, RIGHT, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in answer.content.decode()
    for client in (coach_client, elsewhere):
        assert client.get("/you/").status_code == 302
    assert not Client().login(username="abel", password=RIGHT["password"])
    assert f"coach Former coach {world.coach.pk}" in squeezed(Client().get("/teams/northgate-gulls/").content.decode())


def test_what_stands_in_the_way_is_listed_with_links(world: World, commissioner_client: Client) -> None:
    page = commissioner_client.get(DELETE).content.decode()
    for slug in ("iron-city", "harbour-cup"):
        assert f'href="/leagues/{slug}/commissioner/"' in page
    assert "password" not in page
    commissioner_client.post(DELETE, {"name": "cara", "password": RIGHT["password"]})
    assert User.objects.get(username="cara").is_active


def test_the_password_cannot_be_guessed_there(world: World, coach_client: Client) -> None:
    statuses = [coach_client.post(DELETE, {**RIGHT, "password": str(n)}).status_code for n in range(11)]
    assert statuses == [200] * 10 + [429]
    assert coach_client.post(DELETE, RIGHT).status_code == 429
    assert User.objects.get(username="abel").is_active


def test_the_data_comes_as_a_file_of_ones_own(world: World, coach_client: Client) -> None:
    make_league(world.commissioner, "Moon Cup")
    answer = coach_client.post(EXPORT)
    assert answer["Content-Disposition"] == f'attachment; filename="dugout-{world.coach.pk}.json"'
    assert "no-store" in answer["Cache-Control"]
    found = json.loads(b"".join(answer.streaming_content))
    assert [team["name"] for team in found["teams"]] == ["Northgate Gulls"]
    assert found["leagues"] == []
    statuses = [coach_client.post(EXPORT).status_code for _ in range(10)]
    assert statuses == [200] * 9 + [429]
    assert signed_in(world.commissioner).post(EXPORT).status_code == 200
