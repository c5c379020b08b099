"""Names of the data as sentences want them: inducements by number, keywords with capital letters."""

from collections.abc import Mapping
from typing import Any

from engine.rules import hiring

# One of those that the data names in the plural, several of those that it names in the singular.
ONE = {
    "bribes": "Bribe",
    "blitzers-best-kegs": "Blitzer's Best Keg",
    "mercenary-players": "Mercenary Player",
    "part-time-assistant-coaches": "Part-time Assistant Coach",
    "prayers-to-nuffle": "Prayer to Nuffle",
    "star-players": "Star Player",
    "temp-agency-cheerleaders": "Temp Agency Cheerleader",
}
SEVERAL = {"extra-team-training": "Extra Team Trainings", "wandering-apothecary": "Wandering Apothecaries"}
EVERYBODY = "all"


def inducement_name(edition: str, key: str, number: int) -> str:
    """Bribe, of one; Bribes, of several."""
    return (ONE if number == 1 else SEVERAL).get(key) or hiring.inducements(edition)[key].name


def inducement_count(edition: str, key: str, number: int) -> str:
    return f"{number} {inducement_name(edition, key, number)}"


def with_keywords(skills: Mapping[str, Any]) -> dict[str, Any]:
    """Skills and what their brackets hold, where that is a keyword or several: Skaven, Big Guy."""
    return {key: keywords(value) if isinstance(value, str) else value for key, value in skills.items()}


def keywords(value: str) -> str:
    return value if value == EVERYBODY else value.replace("-", " ").title()
