"""Sweeps: order, executors, errors."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

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


def test_an_empty_axis_is_an_empty_frame(small):
    assert sw.sweep(small, {"sharing.replicas": []}).empty


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
