"""The parts of a scenario as frozen dataclasses: the same names and units as in the scenario file.

A field that is None is not written, so the file's default holds (see the table of the scenario file in the documentation).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from slicewise.laws import Arrivals, Law

Millis = float | Law


@dataclass(frozen=True, kw_only=True)
class Gpu:
    """The card, or the instance that brings it; the rest overrides the card's profile (times in microseconds)."""

    model: str | None = None
    instance: str | None = None
    count: int | None = None
    slice_us: float | None = None
    switch_us: float | Mapping[str, float] | None = None
    refill_us: float | None = None
    switch_jitter_us: float | None = None
    idle_gap_us: float | None = None
    ring: Literal["creation", "arrival"] | None = None
    profile: str | None = None
    sms: int | None = None
    memory_mib: float | None = None
    cuda: float | None = None


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """How each GPU is shared; made by `exclusive`, `time_slicing`, `mps` or `mig`.

    For `plan`, which chooses mode and replicas, only what it does not choose: ``Sharing(active_thread_pct=25)``.
    """

    mode: Literal["exclusive", "time-slicing", "mps", "mig"] | None = None
    replicas: int | None = None
    active_thread_pct: float | None = None
    memory_limit_mib: float | None = None
    layout: Sequence[str | Mapping[str, Any]] | None = None


def exclusive() -> Sharing:
    """One pod per GPU."""
    return Sharing(mode="exclusive")


def time_slicing(*, replicas: int) -> Sharing:
    """Tenants take turns; ``replicas`` slots per GPU."""
    return Sharing(mode="time-slicing", replicas=replicas)


def mps(*, replicas: int, active_thread_pct: float | None = None, memory_limit_mib: float | None = None) -> Sharing:
    """Tenants run together under CUDA MPS; ``replicas`` slots per GPU."""
    return Sharing(
        mode="mps", replicas=replicas, active_thread_pct=active_thread_pct, memory_limit_mib=memory_limit_mib
    )


def mig(*, layout: Sequence[str | Mapping[str, Any]]) -> Sharing:
    """The card is cut into instances, e.g. ``layout=["3g.20gb", "2g.10gb"]``."""
    return Sharing(mode="mig", layout=layout)


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request alone on the device: totals in milliseconds, split evenly over its bursts.

    Attributes
    ----------
    gpu_ms : float, Law or mapping
        GPU time; a mapping gives it by card: ``{"T4": 8.0, "A10G": 3.4}``.
    cpu_ms, copy_ms : float or Law
        Host time before the bursts; copy-engine time before the first burst.
    bursts : int
        Stretches of GPU work after which the host waits.
    launch : str
        ``sync`` or ``async``.
    gpu_ms_small : mapping, or several
        Another solo point, on a MIG profile: ``{"profile": "1g.5gb", "ms": 40.0}``.
    """

    gpu_ms: Millis | Mapping[str, Millis]
    cpu_ms: Millis | None = None
    copy_ms: Millis | None = None
    bursts: int | None = None
    launch: Literal["sync", "async"] | None = None
    gpu_ms_small: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None


@dataclass(frozen=True, kw_only=True)
class Slo:
    """The target: 99 of 100 requests are answered within ``p99_ms`` milliseconds."""

    p99_ms: float


@dataclass(frozen=True, kw_only=True)
class Memory:
    """GPU memory of one process, MiB, without the CUDA context: from one size to another.

    It grows until ``at_s`` seconds in, or has the second size while a request is served (``per="request"``).
    """

    from_mib: float
    to_mib: float
    at_s: float | None = None
    per: Literal["request"] | None = None


@dataclass(frozen=True, kw_only=True)
class Workload:
    """A set of identical pods with one kind of request.

    Attributes
    ----------
    name : str
    arrivals : Arrivals
        `poisson`, `deterministic`, `batch`, `mmpp`, `trace` or `closed`.
    request : Request
    pods : int
        In `slicewise.plan`, the whole fleet.
    slo : Slo
    processes, streams : int
        Processes per pod (one tenant each); requests in service at once in one of them.
    width : float
        Slowdown that one co-running copy adds under MPS, 0..1.
    memory_mib : float or Memory
        Peak of one process without the CUDA context; None = memory is not modelled.
    framework : str
        ``cuda``, ``pytorch``, ``jax``, ``tensorflow``, ``vllm`` or ``onnxruntime``.
    reserve_fraction : float
        Share of the card's memory that the framework takes at start.
    mig_profile : str
        The pods ask for MIG instances of this profile only, e.g. ``3g.20gb``.
    """

    name: str
    arrivals: Arrivals
    request: Request
    pods: int | None = None
    slo: Slo | None = None
    processes: int | None = None
    streams: int | None = None
    width: float | None = None
    memory_mib: float | Memory | None = None
    framework: str | None = None
    reserve_fraction: float | None = None
    mig_profile: str | None = None


@dataclass(frozen=True, kw_only=True)
class Run:
    """What ends a run: ``duration_s`` seconds, or (auto) the wanted relative precision of mean and p99."""

    seed: int | None = None
    duration_s: float | Literal["auto"] | None = None
    precision: float | None = None
    max_events: int | None = None
    engine: Literal["auto", "stepping", "skipping"] | None = None
