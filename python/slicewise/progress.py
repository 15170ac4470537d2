"""How far a long call has got, on stderr: after a second, on a terminal or in a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[float], object]

_QUIET_S = 1.0
_BETWEEN_S = 0.2


class _Line:
    def __init__(self) -> None:
        self._next = time.monotonic() + _QUIET_S
        self._shown = False

    def __call__(self, fraction: float) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _BETWEEN_S
        self._shown = True
        print(f"\r{100 * min(max(fraction, 0.0), 1.0):3.0f} %", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)


def _watched() -> bool:
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


@contextmanager
def shown(progress: Progress | bool | None) -> Iterator[Progress | None]:
    """Yield whom to tell: the caller's own callable, a line on stderr, or nobody."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not _watched()):
        yield None
        return
    line = _Line()
    try:
        yield line
    finally:
        line.end()
