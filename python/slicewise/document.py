"""From dataclasses to the text of a scenario file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any


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


def _json(value: Any, **layout: Any) -> str:
    def refuse(item: Any) -> Any:
        raise TypeError(f"{item!r}: is of type {type(item).__name__}; give numbers, text, lists, maps or slicewise's own parts")

    return json.dumps(plain(value), default=refuse, **layout)


def yaml_value(value: Any) -> str:
    """One value as YAML. JSON is YAML, but for the numbers that JSON does not have: those the reader then refuses by name."""
    if type(value) is int or (type(value) is float and isfinite(value)):  # most of a sweep's thousands
        return repr(value)
    text = _json(value)
    return {"NaN": ".nan", "Infinity": ".inf", "-Infinity": "-.inf"}.get(text, text)


def yaml_document(value: Any) -> str:
    """A whole scenario as YAML, one key per line, so that an issue's line number says something."""
    text = _json(value, indent=2)
    return text.replace(": NaN", ": .nan").replace(": Infinity", ": .inf").replace(": -Infinity", ": -.inf") + "\n"
