"""What a sweep was made of, and its rows on disk with that beside them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.errors import Issue, ScenarioError
from slicewise.scenarios import Scenario, files_of


def manifest(
    scenario: Scenario, paths: list[str], points: int, *, own_seeds: bool, intervals: bool
) -> dict[str, Any]:
    """Everything that decides the rows beside the settings, which are columns."""
    profile = json.loads(_core.profile(scenario.text, scenario.origin, scenario.directory, scenario.overrides))
    return {
        "schema": "slicewise.sweep/1",
        "version": _core.version,
        "file": scenario.origin,
        "file_sha256": _sha256(scenario.text),
        "files": sorted({file for _, file in files_of(scenario)[1:] if os.path.isfile(file)}),
        "set": [list(change) for change in scenario.overrides],
        "gpu": profile["gpu"],
        "profile_sha256": _sha256(json.dumps(profile, sort_keys=True)),
        "seed": profile["seed"],
        "own_seeds": own_seeds,
        "intervals": intervals,
        "varied": paths,
        "points": points,
    }


def save_sweep(frame: pd.DataFrame, path: str | os.PathLike[str]) -> list[str]:
    """Write the rows of a sweep, and what they were made of beside them.

    Parameters
    ----------
    frame : DataFrame
        From `sweep`.
    path : path
        ``.parquet`` (needs pyarrow: ``pip install slicewise[parquet]``) or ``.csv``.

    Returns
    -------
    list of str
        The two paths: the rows, and ``<path>.json`` with file, version, hash of the card's profile, seed and settings.

    Raises
    ------
    ScenarioError
        Where the path has another ending, pyarrow is missing, the frame is not a sweep's, or the file cannot be written.
    """
    arguments = Arguments()
    arguments.instance("frame", frame, pd.DataFrame, "the DataFrame that `sweep` returned")
    rows = Path(arguments.path("path", path, "the name of a .csv or .parquet file"))
    arguments.done()
    made_of = frame.attrs.get("slicewise")
    if made_of is None:
        raise _wrong(rows, "the frame does not know which sweep it is of", "give the frame as `sweep` returned it")
    if rows.suffix not in (".parquet", ".csv"):
        raise _wrong(rows, f"is neither .parquet nor .csv but {rows.suffix!r}", "choose one of the two endings")
    text = json.dumps({**made_of, "rows": len(frame), "columns": list(frame.columns)}, indent=2) + "\n"
    beside = rows.with_name(rows.name + ".json")
    read = [("the scenario", made_of["file"]), *(("the scenario's file", file) for file in made_of.get("files", []))]
    _core.check_outputs([("path", str(rows)), ("path", str(beside))], read)
    for one in (rows, beside):
        if one.exists() and not one.is_file():
            raise _wrong(one, "is no regular file", "choose another path")
    # Whole or not at all, behind a symbolic link that may stand there.
    parts = {Path(f"{os.path.realpath(one)}.{os.getpid()}.part"): Path(os.path.realpath(one)) for one in (rows, beside)}
    rows_part, beside_part = parts
    try:
        if rows.suffix == ".csv":
            frame.to_csv(rows_part, index=False)
        else:
            _to_parquet(frame, rows, rows_part)
        beside_part.write_text(text, encoding="utf-8")
        for part, target in parts.items():
            part.replace(target)
    except ImportError as error:
        raise _wrong(rows, f"Parquet needs pyarrow ({error})", "pip install slicewise[parquet]") from error
    except OSError as error:
        raise _wrong(rows, f"cannot be written: {error.strerror or error}", "choose a folder that can be written") from error
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return [str(rows), str(beside)]


def _to_parquet(frame: pd.DataFrame, path: Path, part: Path) -> None:
    try:
        frame.to_parquet(part, index=False)
    except (TypeError, ValueError) as error:  # what Arrow raises is one of the two
        kinds = {str(name): sorted({type(one).__name__ for one in column}) for name, column in frame.items()}
        mixed = ", ".join(f"{name!r} has {' and '.join(kind)}" for name, kind in kinds.items() if len(kind) > 1)
        what = f"cannot be Parquet: {mixed or str(error).splitlines()[0]}"
        raise _wrong(path, what, "give the values of a column one type, or choose .csv") from error


def _wrong(path: Path, what: str, fix: str) -> ScenarioError:
    return ScenarioError([Issue(where=str(path), what=what, fix=fix)])


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
