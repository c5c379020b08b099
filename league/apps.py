from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from journal.services import find_places_with
        from league.log.selectors import place_of

        find_places_with(place_of)
