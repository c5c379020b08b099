from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        import matches.control.results
        import matches.control.seasons
        import matches.table.deciding  # noqa: F401  these declare which measures need a second commissioner
