"""What a user would write; mypy --strict must accept it, and it must run."""

from __future__ import annotations

import pandas as pd

import slicewise as sw


def question() -> sw.Scenario:
    detector = sw.Workload(
        name="detector",
        pods=4,
        arrivals=sw.poisson(rate_per_s=15),
        request=sw.Request(gpu_ms=sw.lognormal(mean=8.0, cv=0.2), cpu_ms=0.5, bursts=1),
        slo=sw.Slo(p99_ms=60),
    )
    return sw.scenario(gpu="T4", sharing=sw.time_slicing(replicas=4), workloads=[detector], run=sw.Run(duration_s=30))


def p99_ms(scenario: sw.Scenario) -> float:
    report: sw.Report = sw.simulate(scenario, intervals=False)
    latency = report["detector"].latency_ms
    if latency is None or latency.p99 is None:
        return float("inf")
    return latency.p99.value


def replicas(scenario: sw.Scenario) -> int:
    plan = sw.plan(scenario, modes=["time-slicing"], max_replicas=4)
    return 0 if plan.recommended is None else plan.recommended.replicas


def table(scenario: sw.Scenario) -> pd.DataFrame:
    return sw.sweep(scenario, {"sharing.replicas": range(2, 4)})


def allocation(nodes: pd.DataFrame, pods: pd.DataFrame) -> pd.Series[float]:
    placement: sw.Placement = sw.place(nodes, pods, policies=["fgd", "best-fit"], seeds=range(42, 52), tune=1.3)
    return placement.frame().set_index("policy")["allocation_pct"]


def slice_us(folder: str) -> float:
    fit: sw.Calibration = sw.calibrate([folder])
    fit.save("profile.yaml")
    return float(fit.profile.set_index("parameter")["nominal"]["slice_us"])


def worst(folder: str) -> float:
    table: sw.Validation = sw.validate(folder)
    return float(table.frame()["error_pct"].abs().max())
