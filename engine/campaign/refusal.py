"""What may not be done, and by which rule."""

from engine.core.errors import BadInput


class Refusal(BadInput):
    """A request that the rules do not allow. `code` is for machines, the sentence for people, `rule` a page or a ruling."""

    def __init__(self, code: str, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule


def with_article(name: str) -> str:
    """To begin a sentence with."""
    return f"{'An' if name[0] in 'AEIOU' else 'A'} {name}"
