"""What the tests share: the checkout, the examples, and small scenarios that run in a moment."""

import os
import sys
from pathlib import Path

import pytest

import slicewise as sw

os.environ.setdefault("MPLBACKEND", "Agg")

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def examples() -> Path:
    return CHECKOUT / "examples"


@pytest.fixture
def command() -> Path:
    """The command that the wheel brought, beside the Python that runs the tests."""
    return Path(sys.executable).parent / "slicewise"


def detector(**changes: object) -> sw.Workload:
    settings = {
        "name": "detector",
        "pods": 4,
        "arrivals": sw.poisson(rate_per_s=15),
        "request": sw.Request(gpu_ms=8.0),
        "memory_mib": 1500,
        "framework": "pytorch",
        "slo": sw.Slo(p99_ms=60),
    }
    return sw.Workload(**{**settings, **changes})  # type: ignore[arg-type]


@pytest.fixture
def small() -> sw.Scenario:
    return sw.scenario(
        gpu="T4", sharing=sw.time_slicing(replicas=4), workloads=[detector()], run=sw.Run(seed=7, duration_s=20)
    )
