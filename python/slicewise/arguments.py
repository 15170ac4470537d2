"""The one place where arguments are checked: all that is wrong with a call, each with the parameter, the reason and a fix."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from slicewise.errors import ArgumentError, Issue, ScenarioError

_MOST_SEED = 2**63 - 1  # as the core holds it


def kind_of(value: Any) -> str:
    """What a value is, for messages: ``an int``, ``a str``."""
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Arguments:
    """Collects what is wrong with the arguments of one call; `done` raises it.

    Each method returns the value as the core takes it, or something harmless where it is wrong.
    """

    def __init__(self) -> None:
        self._issues: list[Issue] = []
        self._wrong_kind = False

    def done(self) -> None:
        """Raise all that was found."""
        if self._issues:
            raise (ArgumentError if self._wrong_kind else ScenarioError)(self._issues)

    def refuse(self, name: str, what: str, fix: str) -> None:
        """Note a value that is wrong."""
        self._issues.append(Issue(where=name, what=what, fix=fix))

    def refuse_kind(self, name: str, value: Any, wanted: str) -> None:
        """Note a value of a type that is never right."""
        self._wrong_kind = True
        self.refuse(name, f"is {kind_of(value)}", f"give {wanted}")

    def whole(self, name: str, value: Any, low: int, high: int) -> int:
        """A whole number, of Python or NumPy; no bool."""
        wanted = f"a whole number from {low} to {high}"
        try:
            number = operator.index(value)
        except TypeError:
            number = None
        if number is None or isinstance(value, bool | np.bool_):
            self.refuse_kind(name, value, wanted)
        elif not low <= number <= high:
            self.refuse(name, f"is {number}", f"give {wanted}")
        else:
            return number
        return low

    def number(self, name: str, value: Any, low: float, high: float) -> float:
        """A real number that is no NaN."""
        wanted = f"a number from {low:g} to {high:g}"
        if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
            self.refuse_kind(name, value, wanted)
        elif not low <= value <= high:
            self.refuse(name, f"is {_shown(value)}", f"give {wanted}")
        else:
            return float(value)
        return low

    def flag(self, name: str, value: Any) -> bool:
        """True or False, of Python or NumPy."""
        if isinstance(value, bool | np.bool_):
            return bool(value)
        self.refuse_kind(name, value, "True or False")
        return False

    def words(self, name: str, value: Any, example: str) -> list[str]:
        """Several words; one alone is no list of its letters."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            self.refuse_kind(name, value, f'a list, e.g. {name}=["{value if isinstance(value, str) else example}"]')
            return []
        listed = list(value)
        for place, word in enumerate(listed):
            self.text(f"{name}[{place}]", word, f'text, e.g. "{example}"')
        return [str(word) for word in listed]

    def text(self, name: str, value: Any, wanted: str) -> str:
        """Text that UTF-8 can hold."""
        if not isinstance(value, str):
            self.refuse_kind(name, value, wanted)
            return ""
        try:
            value.encode()
        except UnicodeEncodeError:
            self.refuse(name, f"has half of a surrogate pair: {_shown(value)}", "give the character itself")
            return ""
        return str(value)

    def path(self, name: str, value: Any, wanted: str) -> str:
        """The name of a file or folder."""
        if not isinstance(value, str | os.PathLike):
            self.refuse_kind(name, value, wanted)
            return ""
        text = os.fspath(value)
        if not isinstance(text, str):
            self.refuse_kind(name, text, wanted)
            return ""
        if not text:
            self.refuse(name, "is empty", f"give {wanted}")
        elif "\0" in text:
            self.refuse(name, f"is {_shown(text)}, which has a zero byte", f"give {wanted}")
        else:
            return self.text(name, text, wanted)
        return text

    def paths(self, name: str, value: Any, wanted: str) -> list[str]:
        """The name of one file or of several."""
        if isinstance(value, str | os.PathLike) or not isinstance(value, Iterable):
            return [self.path(name, value, wanted)]
        return [self.path(f"{name}[{place}]", one, wanted) for place, one in enumerate(value)]

    def choice(self, name: str, value: Any, among: Iterable[str]) -> str:
        """One of some words."""
        words = list(among)
        wanted = " or ".join(map(repr, words))
        if not isinstance(value, str):
            self.refuse_kind(name, value, wanted)
        elif value not in words:
            self.refuse(name, f"is {_shown(value)}", f"give {wanted}")
        else:
            return value
        return words[0]

    def names(self, name: str, value: Any, example: Mapping[str, str]) -> list[tuple[str, str]]:
        """Text by text."""
        if not isinstance(value, Mapping):
            self.refuse_kind(name, value, f"a mapping, e.g. {dict(example)}")
            return []
        return [(self.text(f"{name} key", k, "text"), self.text(f"{name}[{k!r}]", v, "text")) for k, v in value.items()]

    def prices(self, name: str, value: Any) -> dict[str, float]:
        """US dollars an hour, by instance type."""
        if not isinstance(value, Mapping):
            self.refuse_kind(name, value, 'a mapping, e.g. {"g4dn.xlarge": 0.35}')
            return {}
        return {
            self.text(f"{name} key", instance, "an instance type"): self.number(f"{name}[{instance!r}]", usd, 0, 1e6)
            for instance, usd in value.items()
        }

    def seeds(self, name: str, value: Any) -> list[int]:
        """One seed or several."""
        if isinstance(value, str | bytes | Mapping):
            self.refuse_kind(name, value, "a whole number, or a list: [1, 2] or range(42, 52)")
            return []
        if not isinstance(value, Iterable) or (isinstance(value, np.ndarray) and value.ndim == 0):
            return [self.whole(name, value, 0, _MOST_SEED)]
        return [self.whole(f"{name}[{place}]", one, 0, _MOST_SEED) for place, one in enumerate(value)]

    def threads(self, value: Any) -> int:
        """Threads of this process; 0, and None, are one for each core."""
        return 0 if value is None else self.whole("threads", value, 0, 1024)

    def instance(self, name: str, value: Any, kinds: type | tuple[type, ...], wanted: str) -> None:
        """One of slicewise's own parts."""
        if not isinstance(value, kinds):
            self.refuse_kind(name, value, wanted)

    def pairs(self, name: str, value: Any) -> list[tuple[str, str]]:
        """Several pairs of texts: a path into a file, and a value as YAML."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            self.refuse_kind(name, value, 'a list of pairs, e.g. [("sharing.replicas", "4")]')
            return []
        listed = []
        for place, pair in enumerate(value):
            if isinstance(pair, tuple | list) and len(pair) == 2:
                where = f"{name}[{place}]"
                listed.append((self.text(where, pair[0], "text: a path"), self.text(where, pair[1], "text: a value as YAML")))
            else:
                self.refuse_kind(f"{name}[{place}]", pair, "a path and a value as YAML")
        return listed

    def progress(self, value: Any) -> None:
        """Who is told how far a call has got."""
        if value is not None and not isinstance(value, bool) and not callable(value):
            self.refuse_kind("progress", value, "a function of the fraction done, or True or False")

    def called(self, name: str, value: Any, method: str, wanted: str) -> None:
        """Something that has this method."""
        if not callable(getattr(value, method, None)):
            self.refuse_kind(name, value, wanted)

    def frame(self, name: str, value: pd.DataFrame) -> None:
        """A DataFrame in which each column has a name of its own."""
        for column in value.columns[value.columns.duplicated()].unique():
            self.refuse(name, f"has two columns {column!r}", "rename or drop one of them")
