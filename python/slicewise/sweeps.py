"""Many scenarios at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pandas as pd

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.document import plain, yaml_value
from slicewise.errors import ExecutorError, Issue, ScenarioError
from slicewise.manifest import manifest
from slicewise.progress import Progress, shown
from slicewise.scenarios import Scenario, need_scenario

Columns = dict[str, Any]
Rows = list[list[str]]
Job = tuple[str, str, str, tuple[tuple[str, str], ...], list[str], Rows, bool, bool]

_FLAGS = ("stable", "slo_met")
_CHUNKS = 64  # parts that an executor gets: enough for dozens of workers, few enough that shipping costs nothing


def _run(job: Job) -> Columns:
    """One part of a sweep; a module-level function of plain values, so that any executor can ship it."""
    text, origin, directory, overrides, paths, rows, intervals, own_seeds = job
    return _core.sweep(
        text, origin, directory, overrides, paths, rows, threads=1, intervals=intervals, own_seeds=own_seeds
    )


def _wrong(what: str, fix: str) -> ScenarioError:
    return ScenarioError([Issue(where="vary", what=what, fix=fix)])


def _values(path: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise _wrong(
            f"the values of {path!r} are {values!r}, which is no list",
            f"give a list, even for a single value: {{{path!r}: [{values!r}]}}",
        )
    listed = list(plain(values))
    if not listed:
        raise _wrong(f"{path!r} has no values", "give at least one, or leave the path out")
    return listed


def _settings(vary: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The paths, and one row of values for each point."""
    if isinstance(vary, pd.DataFrame):
        vary = vary.to_dict("records")
    if isinstance(vary, Mapping):
        if not vary:
            raise _wrong("nothing is varied", 'give values by path, e.g. {"sharing.replicas": range(2, 9)}')
        paths = [str(path) for path in vary]
        return paths, list(itertools.product(*(_values(path, vary[path]) for path in vary)))
    if isinstance(vary, (str, bytes)) or not isinstance(vary, Iterable):
        raise _wrong(
            f"{vary!r} says not what to vary",
            'give values by path, e.g. {"sharing.replicas": range(2, 9)}, or a list of {path: value}',
        )
    points = list(vary)
    if not points:
        raise _wrong("the list of scenarios is empty", "give one {path: value} for each scenario")
    for place, point in enumerate(points):
        if not isinstance(point, Mapping) or set(point) != set(points[0]) or not point:
            raise _wrong(
                f"scenario {place} is {point!r}; the first has the paths {list(points[0])}"
                if isinstance(points[0], Mapping)
                else f"scenario {place} is {point!r}, which is no {{path: value}}",
                "give every scenario a value for the same paths",
            )
    paths = [str(path) for path in points[0]]
    return paths, [tuple(plain(point[path]) for path in points[0]) for point in points]


def sweep(
    scenario: Scenario,
    vary: Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Any]] | pd.DataFrame,
    *,
    executor: Executor | None = None,
    threads: int | None = None,
    intervals: bool = False,
    own_seeds: bool = False,
    progress: Callable[[float], object] | bool | None = None,
) -> pd.DataFrame:
    """Simulate many scenarios in one call, on all cores.

    Parameters
    ----------
    scenario : Scenario
    vary : mapping, or list of mappings
        Values by path into the file: ``{"sharing.replicas": range(2, 9)}``; several paths span a grid, the last fastest. Or
        one mapping of path to value (a row of a DataFrame) for each scenario, all with the same paths.
    executor : concurrent.futures.Executor
        Who runs the scenarios, in some 64 parts: a process pool, or a cluster's ``dask.distributed.Client(...).get_executor()``
        whose workers have slicewise installed. By default threads of this process, with the GIL released.
    threads : int
        Threads of this process; by default one per core.
    intervals : bool
        Also run the low and high ends of the card's uncertain parameters: columns ``_low`` and ``_high``, which then mean
        what they mean in `simulate` and `plan`. Without it there is the nominal run alone, and no such columns.
    own_seeds : bool
        Draw each scenario with a seed of its own, a hash of the file's seed and the scenario's values: independent samples.
        By default all draw with the file's seed and see the same arrivals, so that they can be compared.
    progress : callable or bool
        Called now and then with the fraction done, 0..1; True shows it on stderr, False never does; by default it is shown
        after a second on a terminal or in a notebook.

    Returns
    -------
    DataFrame, shape (n_points * n_workloads, n_paths + 20)
        One column per path, then ``workload`` str; ``pods`` (with a slot), ``pending`` (without), ``crashing``
        (with a slot, and never the memory or MPS client to start with), ``completed`` integers; ``throughput_per_s``
        float64, 1/s; ``mean_ms``, ``p50_ms``, ``p90_ms``, ``p95_ms``, ``p99_ms``, ``max_ms`` float64, milliseconds (NaN
        where unstable), of the pods that run: where ``crashing`` or ``pending`` is above 0 they are no answer for all;
        ``stable`` bool; ``slo_p99_ms`` float64; ``slo_met`` boolean (missing without SLO), by the same p99;
        ``oom_probability_per_day`` float64, that a pod runs out of memory within a day (NaN where no workload states its
        memory), one number for all workloads of a scenario; ``busy_fraction``,
        ``switch_fraction`` float64; ``stopped`` str; ``seed`` uint64. In the order of the input; the same rows for any
        number of threads and any executor. After Ctrl-C, the scenarios that were done.

    Raises
    ------
    ScenarioError
        With the issues of all scenarios, before any is run.
    ExecutorError
        Where the executor's workers fail (out of memory, killed); its ``frame`` has the scenarios that were done.

    Notes
    -----
    What a sweep was made of is in ``frame.attrs["slicewise"]``; `save_sweep` writes it beside the rows.
    """
    arguments = Arguments()
    need_scenario(arguments, scenario)
    if executor is not None:
        arguments.called("executor", executor, "submit", "a concurrent.futures.Executor, e.g. ProcessPoolExecutor()")
    threads = arguments.threads(threads)
    intervals = arguments.flag("intervals", intervals)
    own_seeds = arguments.flag("own_seeds", own_seeds)
    arguments.progress(progress)
    if isinstance(vary, pd.DataFrame):
        arguments.frame("vary", vary)
    arguments.done()
    paths, settings = _settings(vary)
    for path in paths:
        arguments.text("vary", path, "paths into the file")
    arguments.done()
    rows = [[yaml_value(value, path) for path, value in zip(paths, row, strict=True)] for row in settings]
    whole: Job = (
        scenario.text, scenario.origin, scenario.directory, scenario.overrides, paths, rows, intervals, own_seeds
    )  # fmt: skip
    failure: Exception | None = None
    with shown(progress) as told:
        if executor is None:
            columns = _core.sweep(
                *whole[:6], threads=threads, intervals=intervals, own_seeds=own_seeds, progress=told
            )
        else:
            columns, failure = _on_executor(whole, executor, told)
    frame = _frame(paths, settings, columns)
    frame.attrs["slicewise"] = manifest(scenario, paths, len(settings), own_seeds=own_seeds, intervals=intervals)
    if failure is not None:
        raise ExecutorError(failure, frame, len(settings)) from failure
    return frame


def _frame(paths: list[str], settings: list[tuple[Any, ...]], columns: Columns) -> pd.DataFrame:
    point = columns.pop("point")
    series: dict[str, Any] = {}
    for place, path in enumerate(paths):
        given = pd.Series([row[place] for row in settings])
        series[path] = given.take(point).reset_index(drop=True)
    for name, values in columns.items():
        if name in _FLAGS:
            flags = pd.array(values == 1, dtype="boolean")
            flags[values < 0] = pd.NA
            series[name] = flags if name == "slo_met" else values == 1
        else:
            series[name] = values
    return pd.DataFrame(series)


def _on_executor(whole: Job, executor: Executor, told: Progress | None) -> tuple[Columns, Exception | None]:
    """The rows, and what kept some of them from being run."""
    scenario, paths, rows, intervals, own_seeds = whole[:4], whole[4], whole[5], whole[6], whole[7]
    _core.check_sweep(*scenario, paths, rows)  # all issues at once, before anything is shipped
    size = -(-len(rows) // _CHUNKS)
    starts = range(0, len(rows), size)
    futures: list[Future[Columns]] = []
    failure: Exception | None = None
    try:
        for start in starts:
            futures.append(executor.submit(_run, (*scenario, paths, rows[start : start + size], intervals, own_seeds)))
    except Exception as error:  # it was shut down, or a worker has died already
        failure = error
    done, failed = _collect(futures, told)
    parts = [{**part, "point": part["point"] + start} for start, part in zip(starts, done) if part is not None]
    failure = failed or failure
    if not parts:
        return {**_core.sweep(*scenario, paths, [], intervals=intervals)}, failure
    return {name: _joined([part[name] for part in parts]) for name in parts[0]}, failure


def _joined(parts: list[Any]) -> Any:
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    return list(itertools.chain.from_iterable(parts))


def _collect(futures: list[Future[Columns]], told: Progress | None) -> tuple[list[Columns | None], Exception | None]:
    """The results in order, None for what Ctrl-C or the failure beside them kept from finishing."""
    done: list[Columns | None] = []
    failure: Exception | None = None
    try:
        for future in futures:
            try:
                done.append(future.result())
            except ScenarioError:  # of a file that a worker's machine lacks: all others say the same
                raise
            except Exception as error:
                failure = error
                break
            if told is not None:
                told(len(done) / len(futures))
    except KeyboardInterrupt:
        pass
    rest = futures[len(done) :]
    for future in rest:
        future.cancel()
    done += [f.result() if f.done() and not f.cancelled() and not f.exception() else None for f in rest]
    return done, failure
