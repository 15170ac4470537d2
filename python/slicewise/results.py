"""Typed results, read from the JSON documents of the core. Latencies are milliseconds, rates per second."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slicewise.errors import Issue

Json = Mapping[str, Any]
QUANTILES = {"mean": None, "p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "max": 1.0}


@dataclass(frozen=True, kw_only=True)
class Interval:
    """The nominal result, and the range that the uncertain parameters and the finite run leave."""

    value: float
    low: float
    high: float

    @staticmethod
    def read(json: Json | None) -> Interval | None:
        if json is None or json["value"] is None:
            return None
        high = json["high"]  # null where nothing bounds it
        return Interval(value=json["value"], low=json["low"], high=math.inf if high is None else high)


@dataclass(frozen=True, kw_only=True)
class Latency:
    """Response time at the pod in milliseconds: waiting there, host and GPU."""

    mean: Interval | None
    p50: Interval | None
    p90: Interval | None
    p95: Interval | None
    p99: Interval | None
    max: Interval | None


@dataclass(frozen=True, kw_only=True)
class WorkloadResult:
    """One workload of a simulation; `latency_ms` is None where the load is unstable or nothing completed.

    `slo_robust` says whether the target holds at the high end of the interval too; `distribution_ms` are points
    (fraction of requests, answered within this many milliseconds).
    """

    name: str
    pods: int
    pending: int
    crashing: int
    completed: int
    throughput_per_s: Interval | None
    latency_ms: Latency | None
    stable: bool
    gpu_share: float
    slowdown: float | None
    slo_p99_ms: float | None
    slo_met: bool | None
    slo_robust: bool | None
    distribution_ms: list[tuple[float, float]]

    @staticmethod
    def read(json: Json) -> WorkloadResult:
        latency = json.get("latency_ms")
        slo = json.get("slo") or {}
        return WorkloadResult(
            name=json["name"],
            pods=json["pods"],
            pending=json["pending"],
            crashing=json.get("crashing", 0),
            completed=json["completed"],
            throughput_per_s=Interval.read(json.get("throughput_per_s")),
            latency_ms=Latency(**{q: Interval.read(latency.get(q)) for q in QUANTILES}) if latency else None,
            stable=json["stable"],
            gpu_share=json["gpu_share"],
            slowdown=json["slowdown"],
            slo_p99_ms=slo.get("p99_ms"),
            slo_met=slo.get("met"),
            slo_robust=slo.get("robust"),
            distribution_ms=[(point["fraction"], point["ms"]) for point in json.get("distribution", [])],
        )


@dataclass(frozen=True, kw_only=True)
class MigResult:
    """How one instance that MIG made of a GPU spent its time, and its memory in MiB where it is modelled."""

    profile: str
    mode: str
    replicas: int
    tenants: int
    busy_fraction: float
    switch_fraction: float
    idle_fraction: float
    memory_used_mib: float | None
    memory_total_mib: float | None

    @staticmethod
    def read(json: Json) -> MigResult:
        memory = json.get("memory_mib") or {}
        same = ("profile", "mode", "replicas", "tenants", "busy_fraction", "switch_fraction", "idle_fraction")
        return MigResult(
            **{name: json[name] for name in same},
            memory_used_mib=memory.get("used"),
            memory_total_mib=memory.get("total"),
        )


@dataclass(frozen=True, kw_only=True)
class MemoryResult:
    """What a day does to memory: pods that fit on one device whichever meet, and how likely somebody runs out."""

    safe_replicas: int
    oom_probability_per_day: float
    first_oom_s: float | None


@dataclass(frozen=True, kw_only=True)
class GpuResult:
    """How one GPU spent its time (the three fractions add up to 1), and its memory in MiB where it is modelled."""

    model: str
    tenants: int | None
    busy_fraction: float
    switch_fraction: float
    idle_fraction: float
    memory_used_mib: float | None
    memory_total_mib: float | None
    mig: list[MigResult]

    @staticmethod
    def read(json: Json) -> GpuResult:
        memory = json.get("memory_mib") or {}
        return GpuResult(
            model=json.get("model", ""),
            tenants=json.get("tenants"),
            busy_fraction=json["busy_fraction"],
            switch_fraction=json["switch_fraction"],
            idle_fraction=json["idle_fraction"],
            memory_used_mib=memory.get("used"),
            memory_total_mib=memory.get("total"),
            mig=[MigResult.read(one) for one in json.get("mig", [])],
        )


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened to a pod: ``oom``, ``restart``, ``pending``, ..."""

    time_s: float
    kind: str
    workload: str
    pod: int
    detail: str

    @staticmethod
    def read(json: Json) -> Event:
        return Event(**{name: json[name] for name in ("time_s", "kind", "workload", "pod", "detail")})


@dataclass(frozen=True, kw_only=True)
class CandidateWorkload:
    """One workload on a full GPU of a candidate."""

    name: str
    p99_ms: Interval | None
    slo_p99_ms: float | None
    met: bool

    @staticmethod
    def read(json: Json) -> CandidateWorkload:
        return CandidateWorkload(
            name=json["name"],
            p99_ms=Interval.read(json.get("p99_ms")),
            slo_p99_ms=json.get("slo_p99_ms"),
            met=json["met"],
        )


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One way to run the whole fleet; `binding` is the limit that decided against it (``none`` for the recommended).

    `caveats` say why it meets its SLOs and is not robust; `oom_probability_per_day` is None where memory is not modelled or
    does not fit anyway.
    """

    gpu: str
    instance: str | None
    mode: str
    replicas: int
    mig_profile: str | None
    gpus: int
    pods: int
    usd_per_hour: float | None
    p99_ms: Interval | None
    workloads: list[CandidateWorkload]
    meets_slo: bool
    robust: bool
    stable: bool
    estimated: bool
    binding: str
    reason: str
    oom_probability_per_day: float | None
    caveats: list[str]

    @staticmethod
    def read(json: Json) -> Candidate:
        same = ("gpu", "mode", "replicas", "gpus", "pods", "meets_slo", "robust", "stable", "estimated", "binding", "reason")
        return Candidate(
            **{name: json[name] for name in same},
            instance=json.get("instance") or None,
            mig_profile=json.get("mig_profile"),
            usd_per_hour=json.get("usd_per_hour"),
            oom_probability_per_day=json.get("oom_probability_per_day"),
            caveats=list(json.get("caveats", [])),
            p99_ms=Interval.read(json.get("p99_ms")),
            workloads=[CandidateWorkload.read(workload) for workload in json["workloads"]],
        )


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The best layout by one metric: ``cost``, ``p99``, ``throughput`` or ``isolation``."""

    metric: str
    value: float
    unit: str
    why: str
    instance: str | None
    mode: str
    replicas: int
    mig_profile: str | None

    @staticmethod
    def read(json: Json) -> Ranking:
        names = ("metric", "value", "unit", "why", "instance", "mode", "replicas", "mig_profile")
        return Ranking(**{name: json[name] for name in names})


@dataclass(frozen=True, kw_only=True)
class PlanFile:
    """A file to apply to the cluster."""

    path: str
    text: str


def read_notes(document: Json) -> list[Issue]:
    """What the core has to say about the input beside the result."""
    names = ("where", "what", "fix", "severity")
    return [Issue(**{name: note[name] for name in names}) for note in document.get("notes", [])]


def spread(name: str, interval: Interval | None) -> dict[str, float | None]:
    """Three columns of a frame: the value, its low and its high."""
    if interval is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
