"""Reading YAML with the C loader, and complaints that name the file and the line."""

from pathlib import Path
from typing import Any, TypeVar

import yaml

from engine.core.errors import BadInput

T = TypeVar("T")
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8 text'})") from None


def read_yaml(path: Path, shape: type[T]) -> T:
    """The content of a file, which has to be a mapping or a list as asked."""
    return parse_yaml(read_text(path), path.name, shape)


def parse_yaml(text: str, name: str, shape: type[T]) -> T:
    try:
        content = _content(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}:" if mark else ""
        raise BadInput(f"{name}:{line} {getattr(error, 'problem', None) or 'not YAML'}") from None
    if not isinstance(content, shape):
        raise BadInput(f"{name}: line 1: expected a {'mapping' if shape is dict else 'list'}")
    return content


def _content(text: str) -> Any:
    loader = Loader(text)  # a safe one, in C where there is one
    try:
        root = loader.get_single_node()
        _refuse_doubles(root)
        return loader.construct_document(root) if root is not None else None
    finally:
        loader.dispose()


def _refuse_doubles(node: yaml.Node | None) -> None:
    """YAML itself lets the last of two equal keys win, which is never what was meant."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"{key.value!r} stands there twice", problem_mark=key.start_mark)
            seen.add(key.value)
            _refuse_doubles(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_doubles(item)


Lines = dict[tuple[str | int, ...], int]


def line_numbers(text: str) -> Lines:
    """For each key and list item of a YAML text, by its path, the line it stands on."""
    lines: Lines = {}

    def visit(node: yaml.Node, path: tuple[str | int, ...]) -> None:
        lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                lines[(*path, key.value)] = key.start_mark.line + 1
                visit(value, (*path, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for number, item in enumerate(node.value):
                visit(item, (*path, number))

    root = yaml.compose(text, Loader)
    if root is not None:
        visit(root, ())
    return lines
