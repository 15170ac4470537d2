"""What is known: cards and instances, with their sources."""

from __future__ import annotations

import json

import pandas as pd

from slicewise import _core


def gpus() -> pd.DataFrame:
    """Return the known GPU models, one row each.

    Returns
    -------
    DataFrame, shape (n_gpus, n_facts)
        ``name`` str; facts as float64 with the unit in the name (``memory_mib``, ``bandwidth_gb_per_s``; NaN where nobody
        published one), each beside its ``<fact>.source``; the profile as ``profile.slice_us.low``, ``.nominal``, ``.high``.
    """
    return _frame("gpus")


def instances() -> pd.DataFrame:
    """Return the known cloud instance types, one row each; ``usd_per_hour`` is on demand, in the region of its source."""
    return _frame("instances")


def policies() -> pd.DataFrame:
    """Return the placement policies of `slicewise.place`, one row each: ``name``, ``summary``, ``random``, ``source``."""
    return _frame("policies")


def _frame(what: str) -> pd.DataFrame:
    frame = pd.json_normalize(json.loads(_core.catalog(what))[what])
    return frame.rename(columns=lambda column: column.removesuffix(".value"))
