"""Choosing mode, replicas and instance."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.progress import shown
from slicewise.reports import _floats
from slicewise.results import Candidate, PlanFile, Ranking, read_notes, spread
from slicewise.scenarios import Scenario, files_of, need_scenario

if TYPE_CHECKING:
    from slicewise.plots import PlanPlots


class Plan:
    """A recommendation and all it was chosen from.

    Attributes
    ----------
    recommended : Candidate or None
        None: no plan meets the SLO.
    cheapest_robust : Candidate or None
        The cheapest whose p99 keeps the SLO at the high end of its interval too.
    nearest_miss : Candidate or None
        Where nothing meets the SLO, what comes nearest.
    candidates : list of Candidate
        In a fixed order: instance, mode, replicas.
    rankings : list of Ranking
        The best by cost, p99, throughput and isolation among those that keep every SLO.
    files : list of PlanFile
        The device-plugin ConfigMap and what else must be applied.
    assumptions : list of str
        What the file does not say, memory first, and every parameter that nobody measured on this card.
    pooled : dict or None
        What keeping the workloads apart would cost.
    notes : list of Issue
        Warnings and notes about the scenario.
    json : str
        The document of ``slicewise plan --json``.
    """

    def __init__(self, document: str, inputs: Sequence[tuple[str, str]] = ()) -> None:
        self.json = document
        self._inputs = list(inputs)
        self._document: dict[str, Any] = json.loads(document)
        self.recommended = self._chosen("recommended")
        self.cheapest_robust = self._chosen("cheapest_robust")
        self.nearest_miss = self._chosen("nearest_miss")
        self.candidates = [Candidate.read(candidate) for candidate in self._document["candidates"]]
        self.rankings = [Ranking.read(ranking) for ranking in self._document["rankings"]]
        self.files = [PlanFile(path=file["path"], text=file["text"]) for file in self._document["files"]]
        self.assumptions: list[str] = self._document["assumptions"]
        self.notes = read_notes(self._document)

    def _chosen(self, key: str) -> Candidate | None:
        candidate = self._document[key]
        return Candidate.read(candidate) if candidate else None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document as a dict."""
        return dict(self._document)

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        return str(self._document["verdict"])

    @property
    def pooled(self) -> dict[str, Any] | None:
        """Workloads kept apart, each on its own pool of nodes, as in the JSON document; None with one workload."""
        pooled: dict[str, Any] | None = self._document.get("pooled")
        return pooled

    def harms(self) -> pd.DataFrame:
        """Return who harms whom: one row per victim and neighbour.

        Returns
        -------
        DataFrame, shape (n_pairs, 5)
            ``workload``, ``neighbour`` str; ``alone_p99_ms``, ``together_p99_ms``, ``added_p99_ms`` float64, milliseconds
            (NaN where unstable). Empty with one workload.
        """
        columns = ["workload", "neighbour", "alone_p99_ms", "together_p99_ms", "added_p99_ms"]
        return _floats(pd.DataFrame(self._document.get("harms", []), columns=columns))

    def sensitivity(self) -> pd.DataFrame:
        """Return what a fifth more or less of one number changes.

        Returns
        -------
        DataFrame, shape (n_changes, 6)
            ``parameter`` str (rate, gpu_ms, memory); ``factor`` float64; ``still_meets`` bool: the recommended plan still
            keeps every SLO; ``instance``, ``mode`` str and ``replicas`` of what would be recommended instead (None: nothing).
        """
        rows = []
        for change in self._document.get("sensitivity", []):
            instead = change["recommended"] or {}
            rows.append(
                {
                    **{name: change[name] for name in ("parameter", "factor", "still_meets")},
                    **{name: instead.get(name) for name in ("instance", "mode", "replicas")},
                }
            )
        return pd.DataFrame(rows, columns=["parameter", "factor", "still_meets", "instance", "mode", "replicas"])

    def frame(self) -> pd.DataFrame:
        """Return one row per candidate.

        Returns
        -------
        DataFrame, shape (n_candidates, 19)
            ``gpu``, ``instance``, ``mode`` str; ``replicas`` int64; ``mig_profile`` str or None; ``gpus``, ``pods`` int64; ``usd_per_hour`` float64, USD/h (NaN where
            there is no price); ``p99_ms``, ``p99_ms_low``, ``p99_ms_high`` float64, milliseconds, of the workload nearest
            to its SLO (NaN where unstable); ``meets_slo``, ``robust``, ``stable``, ``estimated`` bool; ``binding``,
            ``reason`` str; ``oom_probability_per_day`` float64 (NaN where memory is not modelled); ``recommended`` bool.
        """
        rows = []
        for candidate in self.candidates:
            row = {name: value for name, value in vars(candidate).items() if name not in ("p99_ms", "workloads", "caveats")}
            price = list(row).index("usd_per_hour") + 1
            items = list(row.items())
            row = dict([*items[:price], *spread("p99_ms", candidate.p99_ms).items(), *items[price:]])
            rows.append({**row, "recommended": self._is_recommended(candidate)})
        return _floats(pd.DataFrame(rows))

    def _is_recommended(self, candidate: Candidate) -> bool:
        best = self.recommended
        return best is not None and all(
            getattr(candidate, name) == getattr(best, name) for name in ("gpu", "instance", "mode", "replicas", "mig_profile")
        )

    def write(self, directory: str | os.PathLike[str]) -> list[str]:
        """Write the files to apply into a directory (created if absent), all or none; returns their paths.

        Raises
        ------
        ScenarioError
            Where no plan is recommended, a file cannot be written, or one of them is a file that the scenario was read from.
        """
        arguments = Arguments()
        folder = arguments.path("directory", directory, "the name of a folder")
        arguments.done()
        paths = [os.path.join(folder, file.path) for file in self.files]
        _core.check_outputs([("directory", path) for path in paths], self._inputs)
        _core.write_files([(file.path, file.text) for file in self.files], folder)
        return paths

    @property
    def plot(self) -> PlanPlots:
        """Pictures: ``plan.plot.tradeoff()``."""
        from slicewise.plots import PlanPlots

        return PlanPlots(self)

    def _repr_html_(self) -> str:
        table = self.frame().to_html(index=False, float_format="{:.4g}".format)
        return f"<p><b>{html.escape(self.verdict)}</b></p>{table}"

    def __repr__(self) -> str:
        return f"<slicewise.Plan: {self.verdict}>"


def plan(
    scenario: Scenario,
    *,
    modes: Iterable[str] = (),
    max_replicas: int = 16,
    instances: Iterable[str] = (),
    allow_estimates: bool = False,
    proportional_mix: bool = False,
    usd_per_hour: Mapping[str, float] | None = None,
    progress: Callable[[float], object] | bool | None = None,
) -> Plan:
    """Find the cheapest way to run the scenario's fleet so that every SLO holds on a full GPU.

    Parameters
    ----------
    scenario : Scenario
        ``pods`` is the whole fleet; the number of GPUs is what is asked.
    modes : iterable of str
        Modes to consider, e.g. ``["time-slicing", "mps"]``; empty: all. Exclusive use is always a candidate.
    max_replicas : int
        Most slots per GPU to consider.
    instances : iterable of str
        Instance types to consider; empty: the file's own.
    allow_estimates : bool
        Also recommend cards whose GPU time is scaled from another card's.
    proportional_mix : bool
        Also decide by the fleet's own proportions.
    usd_per_hour : mapping
        Prices by instance type that replace the catalogue's, USD/h.
    progress : callable or bool
        Called now and then with the fraction done, 0..1; True shows it on stderr, False never does; by default it is shown
        after a second on a terminal or in a notebook.

    Raises
    ------
    ScenarioError
        Unknown instance or mode, or nothing to plan for (no workload states an SLO).
    """
    arguments = Arguments()
    need_scenario(arguments, scenario)
    modes = arguments.words("modes", modes, "mps")
    max_replicas = arguments.whole("max_replicas", max_replicas, 2, 1024)
    instances = arguments.words("instances", instances, "g4dn.xlarge")
    allow_estimates = arguments.flag("allow_estimates", allow_estimates)
    proportional_mix = arguments.flag("proportional_mix", proportional_mix)
    prices = arguments.prices("usd_per_hour", {} if usd_per_hour is None else usd_per_hour)
    arguments.progress(progress)
    arguments.done()
    with shown(progress) as told:
        document = _core.plan(
            scenario.text,
            scenario.origin,
            scenario.directory,
            scenario.overrides,
            modes=modes,
            max_replicas=max_replicas,
            instances=instances,
            allow_estimates=allow_estimates,
            proportional_mix=proportional_mix,
            usd_per_hour=prices,
            progress=told,
        )
    return Plan(document, files_of(scenario))
