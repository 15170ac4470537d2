"""Laws of random numbers, and arrival processes: what a scenario writes as ``{dist: ...}`` and ``{kind: ...}``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Route = Literal["random", "round-robin", "shared-queue"]


@dataclass(frozen=True, kw_only=True)
class Law:
    """A law of non-negative numbers; made by `exponential`, `lognormal` and their like."""

    dist: str
    mean: float | None = None
    k: int | None = None
    cv: float | None = None
    p: Sequence[float] | float | None = None
    means: Sequence[float] | None = None
    low: float | None = None
    high: float | None = None
    file: str | None = None


def exponential(*, mean: float) -> Law:
    """Exponential law of this mean."""
    return Law(dist="exponential", mean=mean)


def erlang(*, mean: float, k: int) -> Law:
    """Sum of ``k`` exponentials; coefficient of variation 1/sqrt(k)."""
    return Law(dist="erlang", mean=mean, k=k)


def gamma(*, mean: float, cv: float) -> Law:
    """Gamma law by mean and coefficient of variation."""
    return Law(dist="gamma", mean=mean, cv=cv)


def lognormal(*, mean: float, cv: float) -> Law:
    """Lognormal law by mean and coefficient of variation (of the values, not of their logarithms)."""
    return Law(dist="lognormal", mean=mean, cv=cv)


def hyperexponential(*, p: Sequence[float], means: Sequence[float]) -> Law:
    """Exponential of mean ``means[i]`` with probability ``p[i]``."""
    return Law(dist="hyperexponential", p=p, means=means)


def uniform(*, low: float, high: float) -> Law:
    """Uniform between ``low`` and ``high``."""
    return Law(dist="uniform", low=low, high=high)


def geometric(*, mean: float) -> Law:
    """Geometric law on 1, 2, ...: the size of a batch."""
    return Law(dist="geometric", mean=mean)


def empirical(*, file: str) -> Law:
    """The numbers of a file, each equally likely."""
    return Law(dist="empirical", file=file)


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """How requests come; made by `poisson`, `closed` and their like. Rates are requests per second."""

    kind: str
    rate_per_s: float | None = None
    total_rate_per_s: float | None = None
    route: Route | None = None
    size: float | Law | None = None
    rates_per_s: Sequence[float] | None = None
    mean_s: Sequence[float] | None = None
    file: str | None = None
    column: str | None = None
    unit: str | None = None
    concurrency: int | None = None
    think_ms: float | Law | None = None


def poisson(
    *, rate_per_s: float | None = None, total_rate_per_s: float | None = None, route: Route | None = None
) -> Arrivals:
    """Poisson arrivals: ``rate_per_s`` for each pod, or ``total_rate_per_s`` for all, spread by ``route``."""
    return Arrivals(kind="poisson", rate_per_s=rate_per_s, total_rate_per_s=total_rate_per_s, route=route)


def deterministic(
    *, rate_per_s: float | None = None, total_rate_per_s: float | None = None, route: Route | None = None
) -> Arrivals:
    """Evenly spaced arrivals, with a random phase for each pod."""
    return Arrivals(kind="deterministic", rate_per_s=rate_per_s, total_rate_per_s=total_rate_per_s, route=route)


def batch(
    *,
    size: float | Law,
    rate_per_s: float | None = None,
    total_rate_per_s: float | None = None,
    route: Route | None = None,
) -> Arrivals:
    """``rate_per_s`` batches per second and pod (or ``total_rate_per_s``), at Poisson times, of ``size`` requests each."""
    return Arrivals(kind="batch", rate_per_s=rate_per_s, total_rate_per_s=total_rate_per_s, route=route, size=size)


def mmpp(*, rates_per_s: Sequence[float], mean_s: Sequence[float], route: Route | None = None) -> Arrivals:
    """Poisson arrivals whose rate changes: regime i lasts ``mean_s[i]`` seconds on average."""
    return Arrivals(kind="mmpp", rates_per_s=rates_per_s, mean_s=mean_s, route=route)


def trace(
    *,
    file: str,
    column: str | None = None,
    unit: Literal["s", "ms", "us", "ns"] | None = None,
    route: Route | None = None,
) -> Arrivals:
    """The arrival times in a CSV file, in seconds unless ``unit`` says otherwise."""
    return Arrivals(kind="trace", file=file, column=column, unit=unit, route=route)


def closed(*, concurrency: int = 1, think_ms: float | Law | None = None) -> Arrivals:
    """``concurrency`` clients per pod that each wait for the answer, then ``think_ms``, before they ask again."""
    return Arrivals(kind="closed", concurrency=concurrency, think_ms=think_ms)
