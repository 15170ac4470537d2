"""Placing many pods on a cluster."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.progress import shown

if TYPE_CHECKING:
    from slicewise.placement_plots import PlacementPlots

Table = str | os.PathLike[str] | pd.DataFrame
USAGE = ("allocation_pct", "fragmentation_pct_of_capacity", "fragmentation_pct_of_idle")


class Placement:
    """What became of the pods.

    Attributes
    ----------
    verdict : str
        The answer in one sentence.
    interrupted : bool
        Ctrl-C came before all runs were done; those that were are here.
    json : str
        The document of ``slicewise place --json`` with curves, arrivals and nodes.
    """

    def __init__(self, document: str) -> None:
        self.json = document
        self._document: dict[str, Any] = json.loads(document)
        self.verdict: str = self._document["verdict"]
        self.interrupted: bool = self._document["interrupted"]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document as a dict."""
        return dict(self._document)

    def frame(self) -> pd.DataFrame:
        """Return the comparison, one row per policy, at the end of its runs.

        Returns
        -------
        DataFrame, shape (n_policies, 17)
            ``policy`` str, ``runs`` int64; ``allocation_pct``, ``fragmentation_pct_of_capacity``,
            ``fragmentation_pct_of_idle``, ``failed`` (pods) and ``allocation_over_first`` (points more than the first
            policy on the same arrivals; NaN for the first) float64: means over the seeds, each with ``_low`` and ``_high``
            of its 95 % interval (NaN for a single seed).
        """
        rows = []
        for policy in self._document["policies"]:
            row: dict[str, Any] = {"policy": policy["policy"], "runs": policy["runs"]}
            for name in (*USAGE, "failed", "allocation_over_first"):
                mean = policy[name] or {}
                row.update({name: mean.get("value"), f"{name}_low": mean.get("low"), f"{name}_high": mean.get("high")})
            rows.append(row)
        frame = pd.DataFrame(rows)
        return frame.astype(dict.fromkeys([c for c in frame.columns if c not in ("policy", "runs")], "float64"))

    def runs_frame(self) -> pd.DataFrame:
        """Return one row per policy and seed: ``policy``, ``seed``, ``arrivals``, ``placed``, ``failed`` and the usage in %."""
        columns = ["policy", "seed", "arrivals", "placed", "failed", *USAGE]
        return pd.DataFrame([{name: run[name] for name in columns} for run in self._document["runs"]], columns=columns)

    def curves_frame(self) -> pd.DataFrame:
        """Return the usage against arrived demand.

        Returns
        -------
        DataFrame, shape (n_points, 6)
            ``policy`` str, ``seed`` int64, ``arrived_pct`` int64 (GPU demand so far, placed or not, in % of capacity), and
            ``allocation_pct``, ``fragmentation_pct_of_capacity``, ``fragmentation_pct_of_idle`` float64, %.
        """
        frames = [
            pd.DataFrame({"policy": run["policy"], "seed": run["seed"], **run["curve"]}) for run in self._document["runs"]
        ]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def refused_frame(self) -> pd.DataFrame:
        """Return the pods that fit nowhere, one row per kind of request and run.

        Returns
        -------
        DataFrame
            ``policy``, ``seed``; the request as ``cpu_milli``, ``memory_mib``, ``num_gpu``, ``gpu_milli``, ``gpu_spec``;
            ``pods`` (how many); ``short_of`` (the main shortage); ``nodes_short_of.<what>``: nodes short of it when the
            last of them came.
        """
        rows = [
            {
                "policy": run["policy"], "seed": run["seed"], **kind["request"], "pods": kind["pods"],
                "short_of": kind["short_of"],
                **{f"nodes_short_of.{what}": nodes for what, nodes in kind["nodes_short_of"].items()},
            }
            for run in self._document["runs"]
            for kind in run["refused"]
        ]  # fmt: skip
        frame = pd.DataFrame(rows)
        counts = [name for name in frame.columns if name.startswith("nodes_short_of.")]
        return frame.fillna(dict.fromkeys(counts, 0)).astype(dict.fromkeys(counts, "int64"))

    def placements_frame(self) -> pd.DataFrame:
        """Return where each pod of a single run went, in the order of arrival: ``pod``, ``node`` (None: nowhere), ``gpus``."""
        return pd.DataFrame(self._single("placements"))

    def nodes_frame(self) -> pd.DataFrame:
        """Return the nodes after a single run; ``gpu_milli_left`` is a list with a number for each GPU."""
        return pd.DataFrame(self._single("nodes"))

    def _single(self, key: str) -> Any:
        if key not in self._document:
            raise ValueError(f"{key} are kept for a single run: give one policy and one seed")
        return self._document[key]

    @property
    def plot(self) -> PlacementPlots:
        """Pictures: ``placement.plot.curves()`` and ``placement.plot.nodes()``."""
        from slicewise.placement_plots import PlacementPlots

        return PlacementPlots(self)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(self.verdict)}</p>" + self.frame().to_html(index=False, float_format="{:.2f}".format)

    def __repr__(self) -> str:
        return f"<slicewise.Placement: {self.verdict}>"


def _text(table: Table, name: str) -> tuple[str | bytes, str]:
    """A table as CSV, and what to call it in messages: line 2 of a frame is its first row."""
    if isinstance(table, pd.DataFrame):
        arguments = Arguments()
        text = arguments.text(name, table.to_csv(index=False), "text and numbers")
        arguments.done()
        return text, name
    path = os.fspath(table)
    return _core.read_list(path), path


def place(
    nodes: Table,
    pods: Table,
    *,
    policies: str | Iterable[str] = "fgd",
    seeds: int | Iterable[int] = 1,
    tune: float | None = None,
    draw: int | None = None,
    order: str = "shuffled",
    node_columns: Mapping[str, str] | None = None,
    pod_columns: Mapping[str, str] | None = None,
    threads: int | None = None,
    progress: Callable[[float], object] | bool | None = None,
) -> Placement:
    """Place pods on a cluster: each arrives once, is placed or dropped, and stays.

    Parameters
    ----------
    nodes, pods : path or DataFrame
        As the command reads them: ``name`` (or ``sn``), ``cpu_milli``, ``memory_mib``, ``gpu``, ``model`` and, if there,
        ``gpu_memory_mib``, ``interconnect``; and ``name``, ``cpu_milli``, ``memory_mib``, ``num_gpu``, ``gpu_milli``,
        ``gpu_spec``, ``gpu_memory_mib``, ``gpu_memory_split``.
    policies : str or iterable of str
        Names from `slicewise.policies`, or ``"all"``.
    seeds : int or iterable of int
        One run each; all policies see the same arrivals.
    tune : float
        GPU demand / GPU capacity: pods are repeated, or left out, at random. By default each comes once.
    draw : int
        Take the pods as kinds with a column ``weight``, and draw so many from them.
    order : str
        ``shuffled`` by the seed, or ``listed`` as in the table.
    node_columns, pod_columns : mapping of str to str
        Other headings, by field: ``{"name": "host", "cpu": "cores", "memory_gib": "ram"}``; ``"none"`` leaves a field out.
    threads : int
        By default one per core.
    progress : callable or bool
        Called now and then with the fraction done, 0..1; True shows it on stderr, False never does; by default it is shown
        after a second on a terminal or in a notebook.

    Returns
    -------
    Placement

    Raises
    ------
    ScenarioError
        With all bad rows of both tables.

    Notes
    -----
    Deterministic: the same tables and seeds give the same bytes in `Placement.json`. Releases the GIL.
    """
    arguments = Arguments()
    for name, table in (("nodes", nodes), ("pods", pods)):
        if isinstance(table, pd.DataFrame):
            arguments.frame(name, table)
        else:
            arguments.path(name, table, "the name of a CSV file, or a DataFrame")
    named = arguments.words("policies", [policies] if isinstance(policies, str) else policies, "fgd")
    seeds = arguments.seeds("seeds", seeds)
    tune = None if tune is None else arguments.number("tune", tune, 0, 100)
    draw = None if draw is None else arguments.whole("draw", draw, 1, 1_000_000)
    order = arguments.choice("order", order, ("shuffled", "listed"))
    node_names = arguments.names("node_columns", {} if node_columns is None else node_columns, {"name": "host"})
    pod_names = arguments.names("pod_columns", {} if pod_columns is None else pod_columns, {"name": "pod"})
    threads = arguments.threads(threads)
    arguments.progress(progress)
    arguments.done()
    nodes_text, nodes_name = _text(nodes, "nodes")
    pods_text, pods_name = _text(pods, "pods")
    with shown(progress) as told:
        document = _core.place(
            nodes_text,
            nodes_name,
            pods_text,
            pods_name,
            node_columns=node_names,
            pod_columns=pod_names,
            policies=named,
            seeds=seeds,
            tune=tune,
            draw=draw,
            listed=order == "listed",
            threads=threads,
            progress=told,
        )
    return Placement(document)
