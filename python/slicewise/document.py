"""From dataclasses to the text of a scenario file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import inf, isfinite
from typing import Any

from slicewise.errors import ArgumentError, Issue, ScenarioError

_SPECIAL = {inf: ".inf", -inf: "-.inf"}
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")  # what YAML takes for no text, or for the end of a line


def plain(value: Any) -> Any:
    """Turn dataclasses into dicts, and leave out fields that are None: the file's own default then holds."""
    if type(value) in (int, float, str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: plain(item) for name, item in named if item is not None}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, str) or value is None:
        return value
    if hasattr(value, "item") and not hasattr(value, "__len__"):  # a NumPy scalar
        return value.item()
    if hasattr(value, "__iter__"):
        return [plain(item) for item in value]
    return value


def yaml_value(value: Any, place: str = "value") -> str:
    """One value as YAML, on one line; `place` names it where it cannot be written."""
    if type(value) is int or (type(value) is float and isfinite(value)):  # most of a sweep's thousands
        return repr(value)
    return _text(plain(value), place, "", "")


def yaml_document(value: Any) -> str:
    """A whole scenario as YAML, one key per line, so that an issue's line number says something."""
    return _text(plain(value), "", "\n", "  ") + "\n"


def _text(value: Any, place: str, line: str, indent: str) -> str:
    """JSON, which is YAML, with the numbers that JSON does not have; the reader refuses those by name."""
    if isinstance(value, str):
        return _quoted(value, place)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(float(value)) if isfinite(value) else _SPECIAL.get(value, ".nan")
    if isinstance(value, int):
        return str(int(value))
    inner = line + indent
    if isinstance(value, dict):
        pairs = ((key, item, f"{place}.{key}" if place else key) for key, item in value.items())
        parts = [f"{_quoted(key, at)}: {_text(item, at, inner, indent)}" for key, item, at in pairs]
        opening, closing = "{", "}"
    elif isinstance(value, list):
        parts = [_text(item, f"{place}[{at}]", inner, indent) for at, item in enumerate(value)]
        opening, closing = "[", "]"
    else:
        fix = "give numbers, text, lists, maps or slicewise's own parts"
        raise ArgumentError([Issue(where=place, what=f"is of type {type(value).__name__}", fix=fix)])
    if not parts:
        return opening + closing
    between = "," + (inner or " ")
    return opening + inner + between.join(parts) + line + closing


def _quoted(text: str, place: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        what = f"has half of a surrogate pair: {text!r}"
        raise ScenarioError([Issue(where=place, what=what, fix="give the character itself")]) from None
    written = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
