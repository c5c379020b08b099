"""The schema of the API, made once for each process: it depends on the code alone, and everybody gets the same."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator


class Schema(SchemaGenerator):  # type: ignore[misc]
    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """The one that is kept, for requests that ask for no version of their own; without a request it is made anew."""
        if request is None or not public or self.api_version:
            return super().get_schema(request=request, public=public)
        return _public_schema(get_language())


@lru_cache(maxsize=4)
def _public_schema(language: str) -> Any:
    """In the words of the framework's translation that is in force, as far as it has any."""
    return SchemaGenerator().get_schema(request=None, public=True)
