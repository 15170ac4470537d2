"""A card's own profile from measurements, and how well it predicts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from glob import escape as escape_glob
from glob import glob
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.errors import Issue, ScenarioError
from slicewise.progress import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Path = str | os.PathLike[str]


class Calibration:
    """A GPU profile fitted to measurement records.

    Attributes
    ----------
    verdict : str
        The answer in one sentence.
    profile : DataFrame
        One row per parameter: ``parameter`` str; ``low``, ``nominal``, ``high`` float64, us (``host_contention`` a
        fraction); ``identified`` bool (False: the records cannot tell it, the value is the catalogue's or assumed);
        ``residual_pct`` float64, what the evidence scatters around the nominal value; ``basis`` and ``source`` str.
    ring : str
        ``creation`` or ``arrival``.
    ring_identified : bool
    residuals : DataFrame
        What the profile says of measured turns: ``run``, ``quantity`` str; ``predicted``, ``measured`` float64, us;
        ``error_pct`` float64.
    evidence : DataFrame
        Every way in which a record told a parameter: ``parameter``, ``run``, ``how`` str; ``value``, ``low``, ``high``
        float64 (95 % interval); ``used`` bool.
    set_aside : list of dict
        What was given and sets no parameter: ``where`` and ``why``.
    warnings : list of str
        What the records warn of.
    text : str
        The profile file.
    json : str
        The document of ``slicewise calibrate --json``.
    """

    def __init__(self, document: str, records: Sequence[str] = ()) -> None:
        self.json = document
        self._records = list(records)
        self._document: dict[str, Any] = json.loads(document)
        self.verdict: str = self._document["verdict"]
        self.ring: str = self._document["ring"]["value"]
        self.ring_identified: bool = self._document["ring"]["identified"]
        self.set_aside: list[dict[str, str]] = self._document["set_aside"]
        self.warnings: list[str] = self._document["warnings"]
        self.text: str = self._document["profile"]
        parameters = self._document["parameters"]
        columns = ["low", "nominal", "high", "identified", "residual_pct", "basis", "source"]
        self.profile = pd.DataFrame([{"parameter": p["name"], **{c: p[c] for c in columns}} for p in parameters]).astype(
            {"low": "float64", "nominal": "float64", "high": "float64", "residual_pct": "float64"}
        )
        self.evidence = pd.DataFrame(
            [{"parameter": p["name"], **one} for p in parameters for one in p["evidence"]],
            columns=["parameter", "run", "how", "value", "low", "high", "used"],
        )
        self.residuals = pd.DataFrame(
            self._document["residuals"], columns=["run", "quantity", "predicted", "measured", "error_pct"]
        )

    def save(self, path: Path) -> None:
        """Write the profile, for ``gpu: {model: T4, profile: FILE}`` of a scenario; an old file is replaced at once or not at all.

        Raises
        ------
        ScenarioError
            Where the file cannot be written, or is one of the records.
        """
        arguments = Arguments()
        file = arguments.path("path", path, "the name of a file")
        arguments.done()
        records = [one for given in self._records for one in (glob(os.path.join(escape_glob(given), "*.json")) or [given])]
        _core.check_outputs([("path", file)], [("the record", record) for record in records])
        folder, name = os.path.split(file)
        if not name:
            raise ScenarioError([Issue(where=f"path {file}", what="is a folder", fix="give the name of a file")])
        _core.write_files([(name, self.text)], folder or ".")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw what each record says of each identified parameter, relative to its nominal value, with 95 % intervals."""
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.subplots(figsize=(8, 4), layout="constrained")[1]
        nominal = self.profile.set_index("parameter")["nominal"]
        names = [name for name in self.evidence["parameter"].unique() if nominal[name] > 0]
        for y, name in enumerate(names):
            rows = self.evidence[self.evidence["parameter"] == name]
            for step, (_, row) in enumerate(rows.iterrows()):
                value, low, high = (float(row[c]) / float(nominal[name]) for c in ("value", "low", "high"))
                at = y + 0.6 * (step + 0.5) / len(rows) - 0.3
                colour = "tab:blue" if row["used"] else "lightgrey"
                ax.errorbar(value, at, xerr=[[value - low], [high - value]], fmt="o", markersize=3, color=colour)
        ax.axvline(1, color="black", linewidth=0.8)
        ax.set_yticks(range(len(names)), [f"{name}\n{nominal[name]:.4g}" for name in names])
        ax.invert_yaxis()
        ax.set_xlabel("each record's value / nominal (grey: not used)")
        return ax

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.verdict)}</p>" + self.profile.to_html(index=False, float_format="{:.4g}".format)

    def __repr__(self) -> str:
        return f"<slicewise.Calibration: {self.verdict}>"


class Validation:
    """Predictions beside measurements.

    Attributes
    ----------
    verdict : str
        How many rows are within tolerance, and the worst.
    notes : list of str
        Of measurement records: how they were split, what was fitted, what cannot be predicted.
    interrupted : bool
        Ctrl-C came before all cases were done; those that were are here.
    json : str
        The document of ``slicewise validate --json``.
    """

    def __init__(self, document: str) -> None:
        self.json = document
        self._document: dict[str, Any] = json.loads(document)
        self.verdict: str = self._document["verdict"]
        self.notes: list[str] = self._document["notes"]
        self.interrupted: bool = self._document["interrupted"]

    def frame(self) -> pd.DataFrame:
        """Return the error table.

        Returns
        -------
        DataFrame
            ``case``, ``role`` (``fit``: set a parameter; ``validate``: judges), ``workload``, ``metric`` str;
            ``predicted``, ``low``, ``high``, ``measured`` (ms or 1/s), ``error_pct``, ``tolerance_pct`` float64;
            ``covered`` (by the interval), ``met`` bool.
        """
        rows = []
        for row in self._document["rows"]:
            predicted = row["predicted"] or {}
            rows.append(
                {
                    **{c: row[c] for c in ("case", "role", "workload", "metric")},
                    "predicted": predicted.get("value"), "low": predicted.get("low"), "high": predicted.get("high"),
                    **{c: row[c] for c in ("measured", "error_pct", "tolerance_pct", "covered", "met")},
                }
            )  # fmt: skip
        numbers = ("predicted", "low", "high", "measured", "error_pct", "tolerance_pct")
        columns = ["case", "role", "workload", "metric", *numbers, "covered", "met"]  # also where an interrupt left no row
        return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(numbers, "float64"))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw predicted against measured, with intervals: a row on the diagonal is predicted exactly; the band is 10 %."""
        import matplotlib.pyplot as plt
        import numpy as np

        if ax is None:
            ax = plt.subplots(figsize=(6, 6), layout="constrained")[1]
        frame = self.frame().dropna(subset=["predicted", "high"])
        frame = frame[np.isfinite(frame["high"]) & (frame["measured"] > 0) & (frame["predicted"] > 0)]
        for index, (metric, rows) in enumerate(frame.groupby("metric", sort=False)):
            for role, marker in (("validate", "o"), ("fit", "x")):
                some = rows[rows["role"] == role]
                if some.empty:
                    continue
                below, above = (some["predicted"] - some["low"]).clip(lower=0), (some["high"] - some["predicted"]).clip(lower=0)
                ax.errorbar(
                    some["measured"], some["predicted"], yerr=[below, above], fmt=marker, markersize=4, linewidth=0.8,
                    color=f"C{index}", label=f"{metric}{' (fitted)' if role == 'fit' else ''}",
                )  # fmt: skip
        if not frame.empty:
            low = float(frame[["measured", "predicted"]].min(axis=None)) / 1.3
            high = float(frame[["measured", "predicted"]].max(axis=None)) * 1.3
            line = np.array([low, high])
            ax.plot(line, line, color="black", linewidth=0.8)
            ax.fill_between(line, 0.9 * line, 1.1 * line, color="grey", alpha=0.2)
            ax.set_xlim(low, high)
            ax.set_ylim(low, high)
            ax.legend()
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel("measured (ms or 1/s)")
        ax.set_ylabel("predicted (ms or 1/s)")
        return ax

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.verdict)}</p>" + self.frame().to_html(index=False, float_format="{:.4g}".format)

    def __repr__(self) -> str:
        return f"<slicewise.Validation: {self.verdict}>"


def calibrate(records: Path | Iterable[Path]) -> Calibration:
    """Fit a GPU profile to measurement records.

    Parameters
    ----------
    records : path or iterable of path
        Files that ``slicewise-bench-cuda`` or ``slicewise-bench-host`` wrote, or folders of them; all of one device with
        one driver.

    Returns
    -------
    Calibration

    Raises
    ------
    ScenarioError
        With all that is wrong with any record, and every record of another device.

    Notes
    -----
    Parameters that the records cannot tell keep the catalogue's value or an assumption; `Calibration.profile` says which.
    """
    arguments = Arguments()
    paths = arguments.paths("records", records, "the name of a measurement record, or a list of them")
    arguments.done()
    return Calibration(_core.calibrate(paths), paths)


def validate(path: Path | None = None, *, progress: Callable[[float], object] | bool | None = None) -> Validation:
    """Predict what was measured.

    Parameters
    ----------
    path : path, optional
        A measurement record or a folder of them: a third of the scenarios fits, the others judge. Or a validation file
        or a folder of them. By default the cases shipped.
    progress : callable or bool
        Called now and then with the fraction done, 0..1; True shows it on stderr, False never does; by default it is shown
        after a second on a terminal or in a notebook.

    Returns
    -------
    Validation

    Raises
    ------
    ScenarioError
        With all that is wrong with any file.

    Notes
    -----
    Deterministic: the same files give the same bytes in `Validation.json`. Releases the GIL.
    """
    arguments = Arguments()
    name = "" if path is None else arguments.path("path", path, "the name of a file or folder")
    arguments.progress(progress)
    arguments.done()
    with shown(progress) as told:
        return Validation(_core.validate(name, progress=told))
