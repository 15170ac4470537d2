"""Sweeps: order, executors, errors."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import slicewise as sw


def test_rows_come_in_input_order_whatever_the_threads(small):
    vary = {"sharing.replicas": [4, 2, 3], "run.seed": np.arange(1, 3)}
    frame = sw.sweep(small, vary, threads=2)
    assert list(frame["sharing.replicas"]) == [4, 4, 2, 2, 3, 3]
    assert list(frame["run.seed"]) == [1, 2] * 3
    pd.testing.assert_frame_equal(frame, sw.sweep(small, vary, threads=1))


def test_a_sweep_says_what_simulate_says(small):
    frame = sw.sweep(small, {"workloads[0].pods": range(1, 4)})
    one = sw.simulate(small.with_(**{"workloads[0].pods": 2}), intervals=False).frame()
    assert frame.loc[1, "p99_ms"] == one.loc[0, "p99_ms"]


def test_any_executor_will_do(small):
    vary = {"sharing.replicas": range(2, 5)}
    expected = sw.sweep(small, vary)
    with ThreadPoolExecutor(1) as pool:
        pd.testing.assert_frame_equal(sw.sweep(small, vary, executor=pool), expected)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        pd.testing.assert_frame_equal(sw.sweep(small, vary, executor=pool), expected)


def test_wrong_points_are_told_before_anything_runs(small):
    with pytest.raises(sw.ScenarioError) as caught:
        sw.sweep(small, {"sharing.replicas": [2, 0, -1]})
    assert len(caught.value.issues) >= 1


@pytest.mark.parametrize("vary", [{}, [], {"sharing.replicas": []}, {"sharing.replicas": 4}, {"run.seed": "12"}, "run.seed",
                                  None, [{"run.seed": 1}, {"sharing.replicas": 2}], [{}], [3]])  # fmt: skip
def test_what_varies_nothing_is_refused_with_a_fix(small, vary):
    with pytest.raises(sw.ScenarioError) as caught:
        sw.sweep(small, vary)
    assert all(issue.where == "vary" and issue.fix for issue in caught.value.issues)


def test_scenarios_can_be_listed_one_by_one(small):
    points = [{"workloads[0].pods": 3, "run.seed": 2}, {"workloads[0].pods": 1, "run.seed": 5}]
    frame = sw.sweep(small, points)
    assert list(frame["workloads[0].pods"]) == list(frame["pods"]) == [3, 1]
    assert list(frame["seed"]) == [2, 5]
    pd.testing.assert_frame_equal(frame, sw.sweep(small, pd.DataFrame(points)))


def test_columns_have_their_types_and_their_units(small):
    frame = sw.sweep(small, {"workloads[0].request.gpu_ms": [8.0, 1000.0]})
    assert frame["p99_ms"].dtype == "float64"
    assert frame["stable"].tolist() == [True, False]
    assert np.isnan(frame.loc[1, "p99_ms"])
    assert frame["seed"].dtype == "uint64"
    assert frame["crashing"].tolist() == [0, 0]
    crowded = sw.sweep(small, {"workloads[0].memory_mib": [1500, 6000]})
    assert crowded["crashing"].tolist() == [0, 2]
    assert crowded["oom_probability_per_day"].tolist() == [0.0, 1.0]
    assert not [name for name in frame if name.endswith(("_low", "_high"))]
    both = sw.sweep(small, {"run.seed": [1]}, intervals=True).loc[0]
    one = sw.simulate(small.with_(**{"run.seed": 1})).frame().loc[0]
    assert [both[f"p99_ms{end}"] for end in ("", "_low", "_high")] == [one[f"p99_ms{end}"] for end in ("", "_low", "_high")]


def test_an_own_seed_does_not_depend_on_the_other_scenarios(small):
    frame = sw.sweep(small, {"workloads[0].pods": [1, 2, 3]}, own_seeds=True)
    assert frame["seed"].nunique() == 3
    alone = sw.sweep(small, {"workloads[0].pods": [2]}, own_seeds=True)
    pd.testing.assert_frame_equal(frame[1:2].reset_index(drop=True), alone)


def test_progress_is_told_and_what_it_raises_passes_on(small):
    told: list[float] = []
    sw.sweep(small, {"run.duration_s": [20_000]}, progress=told.append)
    assert told and all(0 <= fraction <= 1 for fraction in told)

    def stop(fraction: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sw.sweep(small, {"run.duration_s": [50_000_000]}, progress=stop)


def test_a_sweep_on_disk_has_what_it_was_made_of_beside_it(small, tmp_path):
    frame = sw.sweep(small, {"sharing.replicas": [2, 4]})
    rows, beside = sw.save_sweep(frame, tmp_path / "t.csv")
    pd.testing.assert_frame_equal(
        pd.read_csv(rows), frame, check_dtype=False
    )
    made_of = json.loads(Path(beside).read_text())
    assert made_of["schema"] == "slicewise.sweep/1"
    assert made_of["seed"] == 7
    assert made_of["rows"] == 2
    assert {"version", "file", "file_sha256", "profile_sha256", "varied", "set"} <= made_of.keys()
    other = sw.sweep(small.with_(**{"gpu.slice_us": 500}), {"sharing.replicas": [2]}).attrs["slicewise"]
    assert other["profile_sha256"] != made_of["profile_sha256"]
    for path in (tmp_path / "t.xls", tmp_path / "absent" / "t.csv"):
        with pytest.raises(sw.ScenarioError):
            sw.save_sweep(frame, path)
    with pytest.raises(sw.ScenarioError):
        sw.save_sweep(pd.DataFrame({"a": [1]}), tmp_path / "t.csv")


def test_rows_are_not_written_over_what_the_scenario_reads(small, tmp_path):
    (tmp_path / "t.csv").write_text("1\n2\n3\n")
    file = tmp_path / "s.csv.json"
    file.write_text(small.text)
    traced = sw.Scenario.from_yaml(file).with_(**{"workloads[0].arrivals": {"kind": "trace", "file": "t.csv"}})
    frame = sw.sweep(traced, {"run.seed": [1]})
    (tmp_path / "link.csv").symlink_to("t.csv")
    for name, what in (("t.csv", "the scenario's file"), ("link.csv", "the scenario's file"), ("s.csv", "the scenario")):
        with pytest.raises(sw.ScenarioError, match=f"is {what} .*, which is read"):
            sw.save_sweep(frame, tmp_path / name)
    assert (tmp_path / "t.csv").read_text() == "1\n2\n3\n"
    assert file.read_text() == small.text
    assert frame.attrs["slicewise"]["files"] == [str(tmp_path / "t.csv")]


def test_a_column_of_mixed_values_is_no_parquet_and_told_by_its_name(small, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow writes Parquet: pip install slicewise[parquet]")
    frame = sw.sweep(small, {"run.duration_s": ["auto", 5]})
    with pytest.raises(sw.ScenarioError, match="'run.duration_s' has int and str; give the values of a column one type"):
        sw.save_sweep(frame, tmp_path / "t.parquet")
    assert list(tmp_path.iterdir()) == []
    sw.save_sweep(frame, tmp_path / "t.csv")


@pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
def test_a_full_disk_leaves_the_old_rows_and_nothing_half_written(small, tmp_path):
    import resource

    frame = sw.sweep(small, {"sharing.replicas": [2, 4]})
    (tmp_path / "kept.csv").write_text("old")
    (tmp_path / "t.csv").symlink_to("kept.csv")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(sw.ScenarioError, match="cannot be written"):
            sw.save_sweep(frame, tmp_path / "t.csv")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.csv", "t.csv"]
    assert (tmp_path / "kept.csv").read_text() == "old"
    sw.save_sweep(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").is_symlink()
    assert len(pd.read_csv(tmp_path / "kept.csv")) == 2


def test_duckdb_reads_the_parquet(small, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow writes Parquet: pip install slicewise[parquet]")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install slicewise[test]")
    frame = sw.sweep(small, {"sharing.replicas": [2, 3, 4], "run.seed": [1, 2]})
    rows, _ = sw.save_sweep(frame, tmp_path / "t.parquet")
    found = duckdb.sql(f"select count(*), sum(completed), max(p99_ms), bool_and(stable) from '{rows}'").fetchall()
    assert found == [(6, frame["completed"].sum(), frame["p99_ms"].max(), True)]
    pd.testing.assert_frame_equal(pd.read_parquet(rows), frame, check_dtype=False)


def test_a_dask_cluster_gives_the_same_rows(small):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install slicewise[test]")
    vary = {"sharing.replicas": range(2, 5), "run.seed": range(1, 30)}
    expected = sw.sweep(small, vary)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = set(client.run(os.getpid).values())
        assert len(workers) == 2 and os.getpid() not in workers
        pd.testing.assert_frame_equal(sw.sweep(small, vary, executor=client.get_executor()), expected)


def test_a_worker_s_missing_file_is_a_scenario_error(small, tmp_path):
    trace = tmp_path / "t.csv"
    trace.write_text("1\n2\n3\n")
    arrivals = {"kind": "trace", "file": str(trace)}
    traced = small.with_(**{"workloads[0].arrivals": arrivals})
    with ThreadPoolExecutor(1) as pool:
        assert len(sw.sweep(traced, {"run.seed": [1, 2]}, executor=pool)) == 2
        trace.unlink()
        with pytest.raises(sw.ScenarioError, match="no such file"):
            sw.sweep(traced, {"run.seed": [1, 2]}, executor=pool)


class FailingPool(ThreadPoolExecutor):
    """Loses its workers after some parts, as a process pool does whose worker was killed for its memory."""

    def __init__(self, good):
        super().__init__(1)
        self._good = good

    def submit(self, function, /, *arguments):
        self._good -= 1
        return super().submit(function, *arguments) if self._good >= 0 else super().submit(_die)


def _die():
    raise BrokenProcessPool("a worker was killed")


@pytest.mark.parametrize("good", [0, 1, 2])
def test_what_an_executor_had_done_before_it_failed_is_in_the_error(small, good):
    vary = {"run.seed": [1, 2, 3]}
    with FailingPool(good) as pool, pytest.raises(sw.ExecutorError) as caught:
        sw.sweep(small, vary, executor=pool)
    assert "a worker was killed" in str(caught.value) and "frame" in str(caught.value)
    assert isinstance(caught.value.__cause__, BrokenProcessPool)
    expected = sw.sweep(small, vary)
    pd.testing.assert_frame_equal(caught.value.frame, expected[:good].reset_index(drop=True), check_dtype=good > 0)
    assert caught.value.frame.attrs["slicewise"]["points"] == 3


def test_an_executor_that_was_shut_down_is_told(small):
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(sw.ExecutorError, match="cannot schedule new futures"):
        sw.sweep(small, {"run.seed": [1]}, executor=pool)


def test_ctrl_c_returns_what_is_done(small):
    """The first point is short, the second would take for ever."""
    timer = threading.Timer(2.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    try:
        frame = sw.sweep(small, {"run.duration_s": [5, 50_000_000]}, threads=2)
    finally:
        timer.cancel()
    assert list(frame["run.duration_s"]) == [5]
    assert time.monotonic() - started < 30


def test_ctrl_c_ends_a_simulation_with_what_is_done():
    program = (
        "import slicewise as sw\n"
        "w = sw.Workload(name='w', arrivals=sw.poisson(rate_per_s=50), request=sw.Request(gpu_ms=8))\n"
        "s = sw.scenario(gpu='T4', workloads=[w], run=sw.Run(duration_s=50_000_000))\n"
        "print('ready', flush=True)\n"
        "r = sw.simulate(s, intervals=False)\n"
        "print(r.stopped, r['w'].completed > 0)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert rest == "interrupted True\n"
    assert process.returncode == 0
