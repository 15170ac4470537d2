"""What each tenant does on the GPU, moment by moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.scenarios import Scenario, need_scenario

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_MS = 3.6e6  # an hour, as of the command's --trace-window
COLOURS = {"switch": "black", "hold": "lightgrey"}


def timeline(scenario: Scenario, *, from_ms: float = 0.0, to_ms: float = 20.0) -> pd.DataFrame:
    """Return everything that happens on the devices from ``from_ms`` to ``to_ms`` of a run.

    Returns
    -------
    DataFrame, shape (n_spans, 6)
        ``device`` str (a GPU, or a MIG instance of it); ``tenant`` str; ``what`` str: ``run``, ``switch`` (to that tenant) or
        ``hold`` (idle within its slice); ``begin_ns``, ``end_ns`` int64 from the start of the run; ``slot`` int64, the
        device's number.

    Raises
    ------
    ScenarioError
        If the window is empty, or longer than an hour.
    """
    arguments = Arguments()
    need_scenario(arguments, scenario)
    from_ms = arguments.number("from_ms", from_ms, 0, _LONGEST_MS)
    to_ms = arguments.number("to_ms", to_ms, 0, _LONGEST_MS)
    arguments.done()
    if from_ms >= to_ms:
        arguments.refuse("to_ms", f"ends the window from {from_ms:g} to {to_ms:g} ms, which is empty", "give more than from_ms")
    arguments.done()
    rows = _core.timeline(
        scenario.text, scenario.origin, scenario.directory, scenario.overrides, from_ms=from_ms, to_ms=to_ms
    )
    frame = pd.DataFrame(rows, columns=["slot", "device", "tenant", "what", "begin_ns", "end_ns"])
    return frame[["device", "tenant", "what", "begin_ns", "end_ns", "slot"]]


def plot_timeline(frame: pd.DataFrame, ax: Axes | None = None, *, from_ms: float = 0.0, to_ms: float = 20.0) -> Axes:
    """Draw a `timeline`: a row per tenant, a bar while it runs, black while the GPU switches to it."""
    arguments = Arguments()
    arguments.instance("frame", frame, pd.DataFrame, "the DataFrame that `timeline` returned")
    from_ms = arguments.number("from_ms", from_ms, 0, _LONGEST_MS)
    to_ms = arguments.number("to_ms", to_ms, 0, _LONGEST_MS)
    arguments.done()
    for column in ("device", "tenant", "what", "begin_ns", "end_ns", "slot"):
        if column not in frame.columns:
            arguments.refuse("frame", f"has no column {column!r}", "give the DataFrame that `timeline` returned")
    arguments.done()
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.gca()
    tenants = list(dict.fromkeys(zip(frame["slot"], frame["tenant"], frame["device"], strict=True)))
    tenants.sort(key=lambda one: (one[0], one[1]))
    for row, (slot, tenant, _) in enumerate(tenants):
        own = frame[(frame["slot"] == slot) & (frame["tenant"] == tenant)]
        for what, part in own.groupby("what"):
            bars = [(b / 1e6, (e - b) / 1e6) for b, e in zip(part["begin_ns"], part["end_ns"], strict=True)]
            ax.broken_barh(bars, (row - 0.4, 0.8), color=COLOURS.get(str(what), f"C{row}"))
    several = frame["device"].nunique() > 1
    names = [(f"{tenant} ({device})" if several else tenant).replace("$", r"\$") for _, tenant, device in tenants]
    ax.set_yticks(range(len(tenants)), names)
    ax.set_xlim(from_ms, to_ms)
    ax.invert_yaxis()
    ax.set_xlabel("ms")
    return ax
