from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        import league.commissioner.services
        import league.drafts.services
        import league.seasons.services  # noqa: F401  these declare which decisions need a second commissioner
        from journal.services import find_places_with
        from league.log.selectors import place_of
        from league.seasons.rivals import refuse_coach_of_rival
        from league.visibility import team_visible
        from teams.coaches.rivals import refuse_rivals_with
        from teams.visibility import show_teams_by

        find_places_with(place_of)
        refuse_rivals_with(refuse_coach_of_rival)
        show_teams_by(team_visible)
