"""Simulating one scenario."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.progress import shown
from slicewise.results import QUANTILES, Event, GpuResult, MemoryResult, MigResult, WorkloadResult, read_notes, spread
from slicewise.scenarios import Scenario, need_scenario

if TYPE_CHECKING:
    from slicewise.plots import ReportPlots


class Report:
    """What a simulation found.

    Attributes
    ----------
    workloads : list of WorkloadResult
    gpus : list of GpuResult
    memory : MemoryResult or None
        What a day does to memory; None where no workload states its memory.
    events : list of Event
    seed : int
    virtual_s : float
        Simulated seconds.
    stopped : str
        Why it ended: ``precision``, ``events``, ``duration``, or ``interrupted`` after Ctrl-C.
    engine : str or None
        How equal slices were advanced: ``skipping`` or ``stepping``; None where there are no slices.
    assumptions : list of str
        Every parameter that nobody measured on this card.
    notes : list of Issue
        Warnings and notes about the scenario.
    json : str
        The document of ``slicewise simulate --json``: the same bytes for the same scenario.
    """

    def __init__(self, document: str) -> None:
        self.json = document
        self._document: dict[str, Any] = json.loads(document)
        self.workloads = [WorkloadResult.read(workload) for workload in self._document["workloads"]]
        self.gpus = [GpuResult.read(gpu) for gpu in self._document["gpus"]]
        memory = self._document.get("memory")
        self.memory = MemoryResult(**memory) if memory else None
        self.events = [Event.read(event) for event in self._document["events"]]
        self.seed: int = self._document["seed"]
        self.virtual_s: float = self._document["virtual_s"]
        self.stopped: str = self._document["stopped"]
        self.engine: str | None = self._document["engine"]
        self.assumptions: list[str] = self._document["assumptions"]
        self.notes = read_notes(self._document)

    def __getitem__(self, workload: str) -> WorkloadResult:
        """One workload by name."""
        for result in self.workloads:
            if result.name == workload:
                return result
        raise KeyError(workload)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document as a dict."""
        return dict(self._document)

    def frame(self) -> pd.DataFrame:
        """Return one row per workload.

        Returns
        -------
        DataFrame, shape (n_workloads, 29)
            ``workload`` str; ``pods``, ``pending``, ``crashing``, ``completed`` int64; ``throughput_per_s`` float64, 1/s; ``mean_ms``,
            ``p50_ms``, ``p90_ms``, ``p95_ms``, ``p99_ms``, ``max_ms`` float64, milliseconds (NaN where unstable), each
            with ``_low`` and ``_high``; ``stable`` bool; ``slo_p99_ms`` float64; ``slo_met`` bool or None.
        """
        rows = []
        for result in self.workloads:
            row: dict[str, Any] = {
                "workload": result.name,
                "pods": result.pods,
                "pending": result.pending,
                "crashing": result.crashing,
                "completed": result.completed,
                **spread("throughput_per_s", result.throughput_per_s),
            }
            for quantile in QUANTILES:
                interval = getattr(result.latency_ms, quantile) if result.latency_ms else None
                row.update(spread(f"{quantile}_ms", interval))
            row.update(stable=result.stable, slo_p99_ms=result.slo_p99_ms, slo_met=result.slo_met)
            rows.append(row)
        return _floats(pd.DataFrame(rows))

    def gpus_frame(self) -> pd.DataFrame:
        """Return one row per device: a GPU, or each instance that MIG made of one.

        Returns
        -------
        DataFrame, shape (n_devices, 9)
            ``gpu`` int64, ``model`` str, ``mig_profile`` str or None, ``tenants`` int64; ``busy_fraction``, ``switch_fraction``, ``idle_fraction``
            float64, adding up to 1; ``memory_used_mib``, ``memory_total_mib`` float64, MiB (NaN where not modelled).
        """
        use = ("tenants", "busy_fraction", "switch_fraction", "idle_fraction", "memory_used_mib", "memory_total_mib")
        rows = []
        for index, gpu in enumerate(self.gpus):
            parts: list[MigResult] | list[GpuResult] = gpu.mig or [gpu]
            for part in parts:
                profile = getattr(part, "profile", None)
                rows.append({"gpu": index, "model": gpu.model, "mig_profile": profile, **{name: getattr(part, name) for name in use}})
        return _floats(pd.DataFrame(rows))

    @property
    def plot(self) -> ReportPlots:
        """Pictures: ``report.plot.latency()``."""
        from slicewise.plots import ReportPlots

        return ReportPlots(self)

    def _repr_html_(self) -> str:
        return self.frame().to_html(index=False, float_format="{:.4g}".format)

    def __repr__(self) -> str:
        names = ", ".join(result.name for result in self.workloads)
        return f"<slicewise.Report of {names}: {self.virtual_s:g} s simulated, stopped by {self.stopped}>"


def _floats(frame: pd.DataFrame) -> pd.DataFrame:
    """A column of None alone would be `object`: measured columns are float64 whatever the run found."""
    measured = [name for name in frame.columns if name.endswith(("_ms", "_low", "_high", "_per_s", "_mib", "_per_hour"))]
    return frame.astype(dict.fromkeys(measured, "float64"))


def simulate(
    scenario: Scenario, *, intervals: bool = True, progress: Callable[[float], object] | bool | None = None
) -> Report:
    """Simulate a scenario.

    Parameters
    ----------
    scenario : Scenario
    intervals : bool
        Also run the low and high ends of the card's uncertain parameters; without them ``low`` and ``high`` only span
        the statistical interval.
    progress : callable or bool
        Called now and then with the fraction done, 0..1; True shows it on stderr, False never does; by default it is shown
        after a second on a terminal or in a notebook.

    Returns
    -------
    Report
        After Ctrl-C, of what was done so far (``stopped == "interrupted"``).

    Notes
    -----
    Deterministic: the same scenario gives the same bytes in `Report.json`. Releases the GIL.
    """
    arguments = Arguments()
    need_scenario(arguments, scenario)
    intervals = arguments.flag("intervals", intervals)
    arguments.progress(progress)
    arguments.done()
    with shown(progress) as told:
        document = _core.simulate(
            scenario.text, scenario.origin, scenario.directory, scenario.overrides, intervals=intervals, progress=told
        )
    return Report(document)
