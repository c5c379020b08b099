from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        import league.commissioner.services
        import league.drafts.services
        import league.seasons.services  # noqa: F401  these declare which decisions need a second commissioner
        from journal.services import find_places_with
        from league.log.selectors import place_of

        find_places_with(place_of)
