"""What is known: cards and instances, with their sources."""

from __future__ import annotations

import json

import pandas as pd

from slicewise import _core


def gpus() -> pd.DataFrame:
    """Return the known GPU models, one row each; units are in the columns' names."""
    return _frame("gpus")


def instances() -> pd.DataFrame:
    """Return the known cloud instance types, one row each; ``usd_per_hour`` is on demand, in the region of its source."""
    return _frame("instances")


def _frame(what: str) -> pd.DataFrame:
    return pd.json_normalize(json.loads(_core.catalog(what))[what])
