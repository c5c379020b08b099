"""Standing orders as a form."""

from typing import Any

import pytest
from django.test import Client

from teams.models import Team
from tests.builders import make_team
from tests.pages.teams.conftest import at, page

pytestmark = pytest.mark.django_db


def filled(client: Client, team: Team, **changed: Any) -> dict[str, Any]:
    """The form as the page shows it, with some fields changed; a dot is written as two underscores."""
    form = client.get(at("orders", team)).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    values = {name: form.fields[name].prepare_value(value) for name, value in shown.items()}
    return values | {name.replace("__", "."): value for name, value in changed.items()}


def test_only_what_a_coach_changes_is_kept_as_orders(team: Team, client: Client) -> None:
    assert client.post(at("orders", team), filled(client, team)).status_code == 302
    assert Team.objects.get().orders == {}
    changed = filled(
        client,
        team,
        squad__least=13,
        skills__lineman="wrestle, Dodge",
        inducements__wishes="2 Bribes\nWandering apothecary\n1 Mercenary Players",
        inducements__mercenaries="Human Blitzer: guard",
        positions="Ogre",
        retire=["st"],
    )
    assert client.post(at("orders", team), changed).status_code == 302
    assert Team.objects.get().orders == {
        "squad": {"least": 13},
        "skills": {"lineman": ["wrestle", "dodge"]},
        "positions": ["human-ogre"],
        "retire": ["st"],
        "inducements": {
            "wishes": [["bribes", 2], ["wandering-apothecary", 1], ["mercenary-players", 1]],
            "mercenaries": [{"position": "human-blitzer", "skill": "guard"}],
        },
    }
    again = filled(client, team)
    assert again["skills.lineman"] == "Wrestle, Dodge"
    assert again["inducements.mercenaries"] == "Human Blitzer: Guard"
    client.post(at("orders", team), {"standard": "1"})
    assert Team.objects.get().orders == {}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"squad__least": 3}, "greater than or equal to 11"),
        ({"staff__rerolls": 9}, "less than or equal to 8"),
        ({"skills__lineman": "Block, Juggling"}, "no skill called “Juggling”"),
        ({"positions": "Dragon"}, "no position called “Dragon”"),
        ({"inducements__wishes": "2 Bribes\n1 Dragon"}, "no inducement called “Dragon”"),
        ({"inducements__wishes": "17 Bribes"}, "a wish is an inducement and how many of it"),
        ({"inducements__mercenaries": "Ogre: Juggling"}, "no skill called “Juggling”"),
        ({"advance": "never"}, "Select a valid choice"),
    ],
)
def test_orders_that_make_no_sense_are_refused(team: Team, client: Client, changed: dict[str, Any], said: str) -> None:
    response = client.post(at("orders", team), filled(client, team, **changed))
    assert said in response.content.decode()
    assert Team.objects.get().orders == {}


def test_the_form_shows_the_standard_and_only_roles_of_the_team(team: Team, client: Client) -> None:
    html = page(client, "orders", team)
    assert f"Standard: {team.campaign.orders.standard['reserve']}." in html
    assert "Skills for linemen" in html
    assert "Skills for runners" not in html
    dwarfs = make_team(team.owner, "Reckoners", ruleset="bb2025", roster="shambling-undead", short="RCK")
    assert 'name="staff.apothecary"' not in page(client, "orders", dwarfs)
