"""What can be wrong with input. Every message is one sentence that a person can act on."""


class BadInput(ValueError):
    """Something given to the engine makes no sense; nothing was changed."""


class UnknownRuleset(BadInput):
    pass


class UnknownTeam(BadInput):
    pass


class UnknownRuling(BadInput):
    pass


class IllegalChoice(BadInput):
    """A coach answered what the rules do not allow here."""


class EndlessMatch(RuntimeError):
    """A match that goes on and on. Played again with the same seed, it would do the same."""


class ScriptExhausted(AssertionError):
    """A scripted match wanted another die than the script has."""
