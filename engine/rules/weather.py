"""The weather table (Core p.46)."""

from dataclasses import dataclass

from engine.rules.events import Weather
from engine.rules.game import BloodBowl
from engine.rules.rolls import roll_table
from engine.rules.state import AWAY, HOME


@dataclass(frozen=True, slots=True)
class KnownWeather:
    """A row of the weather table that some rule knows, declared at the top of its module."""

    key: str


PERFECT = KnownWeather("perfect-conditions")
HEAT, SUN = KnownWeather("sweltering-heat"), KnownWeather("very-sunny")
RAIN, BLIZZARD = KnownWeather("pouring-rain"), KnownWeather("blizzard")


def roll_weather(game: BloodBowl) -> str:
    return set_weather(game, roll_table(game, game.edition.weather, "weather", HOME, AWAY))


def set_weather(game: BloodBowl, total: int) -> str:
    """The weather of a total from the table; it does not end at 2 or 12 for those who can shift it."""
    weather = game.edition.weather.row(total)
    game.state.weather = weather
    game.emit(Weather(weather))
    return weather
