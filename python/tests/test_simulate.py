"""Reports: what is in them, and how the run behaves in a Python program."""

import json
import threading
import time

import pandas as pd
import pytest
from conftest import detector

import slicewise as sw


def test_frame_has_one_row_per_workload_with_milliseconds_as_floats(small):
    frame = sw.simulate(small).frame()
    assert list(frame["workload"]) == ["detector"]
    assert frame.shape == (1, 28)
    for column in ("mean_ms", "p50_ms", "p90_ms", "p95_ms", "p99_ms", "max_ms", "p99_ms_low", "p99_ms_high"):
        assert frame[column].dtype == "float64"
    row = frame.iloc[0]
    assert 8.0 <= row["p50_ms"] <= row["p90_ms"] <= row["p95_ms"] <= row["p99_ms"] <= row["max_ms"]
    assert row["p99_ms_low"] <= row["p99_ms"] <= row["p99_ms_high"]
    assert row["slo_p99_ms"] == 60.0


def test_gpu_fractions_add_up_to_one(small):
    frame = sw.simulate(small, intervals=False).gpus_frame()
    assert frame.loc[0, "model"] == "T4"
    total = frame["busy_fraction"] + frame["switch_fraction"] + frame["idle_fraction"]
    assert total.iloc[0] == pytest.approx(1.0)


def test_the_same_scenario_gives_the_same_bytes(small):
    assert sw.simulate(small).json == sw.simulate(small).json
    assert sw.simulate(small).json != sw.simulate(small.with_(**{"run.seed": 8})).json


def test_both_engines_give_the_same_frame(small):
    one = small.with_(**{"run.duration_s": 60})
    stepped, skipped = (sw.simulate(one.with_(**{"run.engine": engine})) for engine in ("stepping", "skipping"))
    assert (stepped.engine, skipped.engine) in {("stepping", "skipping"), (None, None)}
    pd.testing.assert_frame_equal(stepped.frame(), skipped.frame())


def test_an_unstable_load_is_an_answer():
    scenario = sw.scenario(gpu="T4", workloads=[detector(pods=1, arrivals=sw.poisson(rate_per_s=200))])
    report = sw.simulate(scenario)
    result = report["detector"]
    assert not result.stable
    assert result.latency_ms is None
    assert result.slo_met is False
    assert pd.isna(report.frame().loc[0, "p99_ms"])
    assert report.frame()["p99_ms"].dtype == "float64"
    assert report.plot.latency() is not None


def test_simulating_releases_the_gil(small):
    """While one thread simulates, this one goes on: it counts far more often than once per switch interval."""
    long = small.with_(**{"run.duration_s": 20000})
    counted = 0
    thread = threading.Thread(target=sw.simulate, args=(long,), kwargs={"intervals": False})
    started = time.monotonic()
    thread.start()
    while thread.is_alive() and time.monotonic() - started < 60:
        counted += 1
        time.sleep(0)
    thread.join()
    assert counted > 100


def test_progress_is_told_and_its_exception_passes(small):
    long = small.with_(**{"run.duration_s": 2_000_000})
    seen = []

    def stop(fraction: float) -> None:
        seen.append(fraction)
        raise RuntimeError("enough")

    started = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        sw.simulate(long, intervals=False, progress=stop)
    assert time.monotonic() - started < 30
    assert len(seen) == 1
    assert 0.0 <= seen[0] <= 1.0


def test_the_report_shows_itself_in_a_notebook(small):
    report = sw.simulate(small, intervals=False)
    assert "<table" in report._repr_html_()
    assert "detector" in repr(report)


def test_the_latency_plot_has_units_and_the_slo(small):
    axes = sw.simulate(small).plot.latency()
    assert "(ms)" in axes.get_xlabel()
    assert any(line.get_xdata()[0] == 60.0 for line in axes.get_lines() if len(line.get_xdata()))


def test_the_document_is_the_contract(small):
    document = json.loads(sw.simulate(small).json)
    assert document["schema"] == "slicewise.simulate/1"
    workload = document["workloads"][0]
    assert set(workload["latency_ms"]) >= {"mean", "p50", "p90", "p95", "p99", "max"}
    assert set(workload["latency_ms"]["p99"]) >= {"value", "low", "high"}
