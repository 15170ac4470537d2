"""What is wrong with an input, and the exception that carries it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Issue:
    """One thing that is wrong with an input, or worth knowing about it.

    Attributes
    ----------
    where : str
        The place: ``file:line`` or the name of an option.
    what : str
        What is wrong.
    fix : str
        How to mend it; may be empty.
    severity : str
        ``error``, ``warning`` or ``note``.
    """

    where: str
    what: str
    fix: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f"; {self.fix}" if self.fix else "")


class ScenarioError(ValueError):
    """The input is wrong. All issues were found at once.

    Attributes
    ----------
    issues : list of Issue
    """

    issues: list[Issue]

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__(list(issues))  # what pickle hands back to a process pool's parent
        self.issues = list(issues)

    def __str__(self) -> str:
        return "\n".join(map(str, self.issues))


class ArgumentError(ScenarioError, TypeError):
    """An argument is of a type that is never right. A `ScenarioError` like any other, and a TypeError too."""


class ExecutorError(RuntimeError):
    """The workers that ran a sweep failed before all of it was done.

    Attributes
    ----------
    frame : DataFrame
        The rows of the scenarios that were done, as `sweep` returns them.
    """

    frame: pd.DataFrame

    def __init__(self, failure: BaseException, frame: pd.DataFrame, points: int) -> None:
        super().__init__(failure, frame, points)  # what pickle hands on
        self.frame = frame
        self._points = points
        self._why = f"{type(failure).__name__}: {failure}".rstrip(": ")

    def __str__(self) -> str:
        return (
            f"executor: failed within a sweep of {self._points} scenarios, {len(self.frame)} rows are done ({self._why}); "
            "the rows are the error's `frame`: run the rest with fewer workers, or with threads"
        )
