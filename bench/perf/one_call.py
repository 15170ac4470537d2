"""The 10,000 scenarios of many_scenarios.cpp from one call of slicewise.sweep; prints seconds per scenario as JSON.

Needs the package (`make setup`). Processor time of the whole call: settings to text, checking, running, and the frame.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import slicewise as sw

BASE = """
version: 1
gpu: {model: T4, slice_us: 2000, switch_us: {preempt: 200, voluntary: 200, idle: 200}, refill_us: 0, switch_jitter_us: 0, idle_gap_us: 0}
sharing: {mode: time-slicing, replicas: 16}
workloads:
  - name: tenant
    pods: 2
    arrivals: {kind: closed, think_ms: {dist: exponential, mean: 80}}
    request: {gpu_ms: {dist: exponential, mean: 20}}
run: {duration_s: 6}
"""


def settings(number: int) -> dict[str, float]:
    """Scenario `number`: 2 to 16 tenants, jobs of 20 ms to 2 s, slices of 1 to 30 ms, 300 mean job times."""
    draws = random.Random(number)
    mean_ms = 20 * 100 ** draws.random()
    return {
        "workloads[0].request.gpu_ms.mean": mean_ms,
        "workloads[0].arrivals.think_ms.mean": 4 * mean_ms,
        "workloads[0].pods": 2 + int(draws.random() * 15),
        "gpu.slice_us": 1000 + 29000 * draws.random(),
        "run.duration_s": 0.3 * mean_ms,
        "run.seed": number,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=int, default=10_000)
    options = parser.parse_args()
    base = sw.Scenario.from_text(BASE)
    rows = [settings(number) for number in range(options.scenarios)]
    begin = time.process_time()
    frame = sw.sweep(base, rows, threads=1, progress=False)
    each = (time.process_time() - begin) / options.scenarios
    print(json.dumps({"sweep_scenario_s": each, "sweep_completed": float(frame.completed.sum())}))


if __name__ == "__main__":
    main()
