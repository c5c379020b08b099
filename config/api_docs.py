"""How the schema and the pages of the API describe themselves."""

SPECTACULAR_SETTINGS = {
    "DEFAULT_GENERATOR_CLASS": "config.api_schema.Schema",
    "TITLE": "Dugout API",
    "DESCRIPTION": "Leagues, teams, matches and rulings; teams are drafted and run here as on the pages. Every error is `{code, message, rule}`.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "SeasonState": "league.models.Season.State",
        "DraftState": "league.drafting.Draft.State",
        "SideEnum": ["home", "away"],
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
