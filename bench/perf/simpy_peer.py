"""The same models as bench/perf in SimPy and in plain Python; prints seconds per job, customer and scenario as JSON.

Written as one would without thinking of speed: processes that contend for a resource, one timeout per slice.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterator

import simpy

SLICE, SWITCH = 2e-3, 0.2e-3


def time_sliced(mean_s: float, jobs: int, tenants: int = 8) -> int:
    """Closed tenants, exponential jobs and think times (four times as long), in SimPy; returns completions."""
    env = simpy.Environment()
    gpu = simpy.Resource(env, capacity=1)
    draws = random.Random(1)
    completed = 0
    resident = -1

    def tenant(me: int) -> Iterator[simpy.Event]:
        nonlocal completed, resident
        while True:
            yield env.timeout(draws.expovariate(1 / (4 * mean_s)))
            left = draws.expovariate(1 / mean_s)
            while left > 0:
                with gpu.request() as turn:
                    yield turn
                    run = min(left, SLICE)
                    yield env.timeout(run + (SWITCH if resident != me else 0))
                    resident = me
                    left -= run
            completed += 1

    for number in range(tenants):
        env.process(tenant(number))
    env.run(until=jobs * mean_s)
    return completed


def single_server(customers: int) -> int:
    """M/M/1 at load 0.8 in SimPy."""
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)
    draws = random.Random(1)
    total = 0.0
    served = 0

    def customer() -> Iterator[simpy.Event]:
        nonlocal total, served
        arrived = env.now
        with server.request() as turn:
            yield turn
            yield env.timeout(draws.expovariate(1 / 0.8))
        total += env.now - arrived
        served += 1

    def source() -> Iterator[simpy.Event]:
        for _ in range(customers):
            yield env.timeout(draws.expovariate(1.0))
            env.process(customer())

    env.process(source())
    env.run()
    return served


def plain_loop(number: int) -> int:
    """Scenario `number` of many_scenarios.cpp as a loop over slices, without a library."""
    draws = random.Random(number)
    mean_s = 0.02 * 100 ** draws.random()
    tenants = 2 + int(draws.random() * 15)
    slice_s = (1 + 29 * draws.random()) * 1e-3
    thinking = [(draws.expovariate(1 / (4 * mean_s)), n) for n in range(tenants)]
    heapq.heapify(thinking)
    ring: deque[int] = deque()
    left = [0.0] * tenants
    now, end, completed, resident = 0.0, 300 * mean_s, 0, -1

    def wake() -> None:
        while thinking and thinking[0][0] <= now:
            _, n = heapq.heappop(thinking)
            left[n] = draws.expovariate(1 / mean_s)
            ring.append(n)

    while now < end:
        if not ring:
            now = max(now, thinking[0][0])
            wake()
        n = ring.popleft()
        if n != resident:
            now += SWITCH
            resident = n
        run = min(left[n], slice_s)
        now += run
        left[n] -= run
        wake()
        if left[n] > 0:
            ring.append(n)
        else:
            completed += 1
            heapq.heappush(thinking, (now + draws.expovariate(1 / (4 * mean_s)), n))
    return completed


def seconds_each(work: Callable[[], int]) -> float:
    """Seconds of processor time for each of what `work` says it has done."""
    begin = time.process_time()
    done = work()
    return (time.process_time() - begin) / done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=40, help="mean jobs of 1 s under SimPy")
    parser.add_argument("--customers", type=int, default=20000)
    parser.add_argument("--scenarios", type=int, default=100)
    options = parser.parse_args()

    def scenarios() -> int:
        for number in range(options.scenarios):
            plain_loop(number)
        return options.scenarios

    print(
        json.dumps(
            {
                "simpy": simpy.__version__,
                "simpy_job_s": seconds_each(lambda: time_sliced(1.0, options.jobs)),
                "simpy_customer_s": seconds_each(lambda: single_server(options.customers)),
                "python_scenario_s": seconds_each(scenarios),
            }
        )
    )


if __name__ == "__main__":
    main()
