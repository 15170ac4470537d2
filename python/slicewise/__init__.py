"""How many replicas per GPU, in which sharing mode, on which instance, so that p99 stays under the target at the least cost.

>>> import slicewise as sw
>>> s = sw.Scenario.from_yaml("examples/t4.yaml")
>>> sw.plan(s).recommended.replicas
4
"""

from slicewise.calibration import Calibration, Validation, calibrate, validate
from slicewise.catalog import gpus, instances, policies
from slicewise.errors import ArgumentError, ExecutorError, Issue, ScenarioError
from slicewise.laws import (
    Arrivals,
    Law,
    batch,
    closed,
    deterministic,
    empirical,
    erlang,
    exponential,
    gamma,
    geometric,
    hyperexponential,
    lognormal,
    mmpp,
    poisson,
    trace,
    uniform,
)
from slicewise.parts import (
    Gpu,
    Memory,
    Request,
    Run,
    Sharing,
    Slo,
    Workload,
    exclusive,
    mig,
    mps,
    time_slicing,
)
from slicewise.manifest import save_sweep
from slicewise.placement import Placement, place
from slicewise.plans import Plan, plan
from slicewise.reports import Report, simulate
from slicewise.results import (
    Candidate,
    CandidateWorkload,
    Event,
    GpuResult,
    Interval,
    Latency,
    MemoryResult,
    MigResult,
    PlanFile,
    Ranking,
    WorkloadResult,
)
from slicewise.scenarios import Scenario, scenario
from slicewise.sweeps import sweep
from slicewise.timelines import plot_timeline, timeline

__all__ = [
    "ArgumentError", "Arrivals", "Calibration", "Candidate", "CandidateWorkload", "Event", "ExecutorError", "Gpu", "GpuResult", "Interval", "Issue", "Latency", "Law",
    "Memory", "MemoryResult", "MigResult", "Placement", "Plan", "PlanFile", "Ranking", "Report", "Request", "Run",
    "Scenario", "ScenarioError", "Sharing", "Slo", "Workload", "Validation", "WorkloadResult", "batch", "calibrate", "closed", "deterministic",
    "empirical", "erlang", "exclusive", "exponential", "gamma", "geometric", "gpus", "hyperexponential", "instances",
    "lognormal", "mig", "mmpp", "mps", "place", "plan", "plot_timeline", "poisson", "policies", "save_sweep",
    "scenario", "simulate", "sweep", "time_slicing", "timeline", "trace", "uniform", "validate",
]  # fmt: skip
