"""The schema of the API, made once for each process: it depends on the code alone, and everybody gets the same."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


class Schema(SchemaGenerator):
    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """The one that is kept, for requests that ask for no version of their own; without a request it is made anew."""
        if request is None or not public or self.api_version:
            return super().get_schema(request=request, public=public)  # type: ignore[no-untyped-call]  # the library has no types
        return _public_schema()


@cache
def _public_schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # the library has no types
