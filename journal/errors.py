"""How a service says no."""


class Refused(Exception):
    """A request against the rules: a stable code, a sentence for the person, and the rule it rests on."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "rule": self.rule}

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str, str]]:
        return (type(self), (self.code, self.message, self.rule))


class Busy(Exception):
    """Somebody else is changing the same thing right now. Trying again in a moment will do."""
