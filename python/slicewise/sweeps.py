"""Many scenarios at once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pandas as pd

from slicewise import _core
from slicewise.document import plain
from slicewise.errors import Issue, ScenarioError
from slicewise.reports import Report
from slicewise.scenarios import Scenario

Point = tuple[str, str, str, tuple[tuple[str, str], ...], bool]


def _run(point: Point) -> str:
    """One point; a module-level function of plain values, so that any executor can ship it."""
    text, origin, directory, overrides, intervals = point
    return _core.simulate(text, origin, directory, overrides, intervals=intervals)


def _points(scenario: Scenario, vary: Mapping[str, Iterable[Any]]) -> tuple[list[dict[str, Any]], list[Scenario]]:
    """The grid in input order, the last path fastest. All points are checked before any runs."""
    axes = {path: [plain(value) for value in values] for path, values in vary.items()}
    settings = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    scenarios: list[Scenario] = []
    issues: dict[Issue, None] = {}
    for setting in settings:
        try:
            scenarios.append(scenario.with_(**setting))
        except ScenarioError as error:
            issues.update(dict.fromkeys(error.issues))
    if issues:
        raise ScenarioError(list(issues))
    return settings, scenarios


def sweep(
    scenario: Scenario,
    vary: Mapping[str, Iterable[Any]],
    *,
    executor: Executor | None = None,
    threads: int | None = None,
    intervals: bool = False,
) -> pd.DataFrame:
    """Simulate a grid of scenarios, on all cores.

    Parameters
    ----------
    scenario : Scenario
    vary : mapping of str to iterable
        Values by path into the file: ``{"sharing.replicas": range(2, 9)}``; several paths span a grid.
    executor : concurrent.futures.Executor
        Who runs the points: any executor, Dask's too; by default a thread pool (the GIL is released).
    threads : int
        Threads of the default pool; by default one per core.
    intervals : bool
        Also run the low and high ends of the card's uncertain parameters.

    Returns
    -------
    DataFrame, shape (n_points * n_workloads, n_paths + 28)
        One column per path, then those of `Report.frame`, in the order of the input whatever the executor did. After
        Ctrl-C, the points that were done.

    Raises
    ------
    ScenarioError
        With the issues of all points, before any is run.
    """
    settings, scenarios = _points(scenario, vary)
    points: list[Point] = [(s.text, s.origin, s.directory, s.overrides, intervals) for s in scenarios]
    if executor is not None:
        documents = _collect([executor.submit(_run, point) for point in points])
    else:
        documents = _run_on_threads(points, threads or os.cpu_count() or 1)
    frames = []
    for setting, document in zip(settings, documents, strict=True):
        if document is not None:
            frame = Report(document).frame()
            for position, (path, value) in enumerate(setting.items()):
                frame.insert(position, path, [value] * len(frame))
            frames.append(frame)
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(vary))


def _run_on_threads(points: list[Point], threads: int) -> list[str | None]:
    interrupt = _core.Interrupt()

    def run(point: Point) -> str:
        text, origin, directory, overrides, intervals = point
        return _core.simulate(text, origin, directory, overrides, intervals=intervals, interrupt=interrupt)

    with ThreadPoolExecutor(threads) as pool:
        return _collect([pool.submit(run, point) for point in points], interrupt)


def _collect(futures: list[Future[str]], interrupt: _core.Interrupt | None = None) -> list[str | None]:
    """The results in order; None for what Ctrl-C kept from finishing."""
    try:
        return [future.result() for future in futures]
    except KeyboardInterrupt:
        done = [future.result() if future.done() and not future.exception() else None for future in futures]
        if interrupt is not None:
            interrupt.set()
        for future in futures:
            future.cancel()
        return done
