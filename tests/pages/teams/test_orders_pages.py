"""Standing orders as a form."""

from typing import Any

import pytest
from django.test import Client

from teams.ledger.services import team_club
from teams.models import Team
from teams.orders.pickers import RowsField
from tests.builders import make_team
from tests.pages.conftest import squeezed
from tests.pages.teams.conftest import at, page

pytestmark = pytest.mark.django_db


def filled(client: Client, team: Team, **changed: Any) -> dict[str, Any]:
    """The form as the page shows it, with some fields changed; a dot is written as two underscores."""
    return sent(client.get(at("orders", team)).context["form"]) | {
        name.replace("__", "."): value for name, value in changed.items()
    }


def sent(form: Any) -> dict[str, Any]:
    """What a browser sends of a form: rows as a list for each of their columns."""
    values: dict[str, Any] = {}
    for name, field in form.fields.items():
        value = form[name].value()
        if isinstance(field, RowsField):
            columns = zip(*value, strict=True) if value else ([] for _ in field.columns)
            values |= {key: list(each) for key, each in zip(field.widget.named(name), columns, strict=True)}
        else:
            values[name] = value
    return values


def test_only_what_a_coach_changes_is_kept_as_orders(team: Team, client: Client) -> None:
    assert client.post(at("orders", team), filled(client, team)).status_code == 302
    assert Team.objects.get().orders == {}
    changed = filled(
        client,
        team,
        squad__least=13,
        skills__lineman=["wrestle", "", "Dodge", "dodge"],
        inducements__wishes=["bribes", "wandering-apothecary", "", "mercenary-players"],
        **{"inducements__wishes-number": ["2", "", "7", "1"]},
        inducements__mercenaries=["human-blitzer"],
        **{"inducements__mercenaries-skill": ["guard"]},
        positions=["human-ogre", ""],
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
    assert again["skills.lineman"] == ["wrestle", "dodge"]
    assert (again["inducements.mercenaries"], again["inducements.mercenaries-skill"]) == (["human-blitzer"], ["guard"])
    shown = page(client, "orders", team)
    assert 'value="Wrestle" list="all-skills"' in shown
    assert '<option value="human-blitzer" selected>Human Blitzer</option>' in shown
    client.post(at("orders", team), {"standard": "1"})
    assert Team.objects.get().orders == {}


def wishes(*rows: tuple[str, str]) -> dict[str, Any]:
    return {"inducements__wishes": [key for key, _ in rows], "inducements__wishes-number": [each for _, each in rows]}


def test_the_total_of_all_wishes_is_worked_out_without_saving_anything(team: Team, client: Client) -> None:
    asked = filled(client, team, **wishes(("bribes", "2"), ("team-mascot", "3")))
    shown = squeezed(client.post(at("orders", team), {**asked, "count": "1"}).content.decode())
    assert "225k in all</strong>" in shown
    assert "Bought: 2 Bribes, 1 Team Mascot." in shown
    assert "Not bought: 2 Team Mascot" in shown
    assert f"treasury {team_club(team).treasury}k" in shown
    assert Team.objects.get().orders == {}
    wrong = filled(client, team, **wishes(("bribes", "x")))
    shown = squeezed(client.post(at("orders", team), {**wrong, "count": "1"}).content.decode())
    assert "<li>Wishes: “x” is no number of inducements.</li>" in shown


def test_what_the_team_may_not_have_any_more_stays_among_its_wishes(team: Team, client: Client) -> None:
    Team.objects.update(orders={"inducements": {"wishes": [["mortuary-assistant", 1]]}})
    assert '<option value="mortuary-assistant" selected>Mortuary Assistant<' in page(client, "orders", team)
    assert client.post(at("orders", team), filled(client, team)).status_code == 302
    assert Team.objects.get().orders["inducements"]["wishes"] == [["mortuary-assistant", 1]]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"squad__least": 3}, "greater than or equal to 11"),
        ({"staff__rerolls": 9}, "less than or equal to 8"),
        ({"skills__lineman": ["Block", "Juggling"]}, "no skill called “Juggling”"),
        ({"positions": ["Dragon"]}, "no position called “Dragon”"),
        (wishes(("Dragon", "1")), "no inducement called “Dragon”"),
        (wishes(("bribes", "17")), "a wish is an inducement and how many of it"),
        (wishes(("bribes", "many")), "“many” is no number of inducements"),
        (wishes(*[("bribes", "1")] * 51), "At most 50 rows, not 51."),
        (
            {"inducements__mercenaries": ["human-ogre"], "inducements__mercenaries-skill": ["Juggling"]},
            "no skill called “Juggling”",
        ),
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
