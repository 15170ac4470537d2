"""Random scenarios: whatever can be built either runs or is refused with issues."""

from hypothesis import given, settings
from hypothesis import strategies as st

import slicewise as sw

numbers = st.floats(-1, 200) | st.integers(-2, 50) | st.sampled_from([float("nan"), float("inf"), -float("inf")])


@settings(max_examples=60, deadline=None)
@given(pods=st.integers(-1, 9), rate=numbers, gpu_ms=numbers, replicas=st.integers(-1, 9), p99_ms=numbers)
def test_a_scenario_runs_or_says_why_not(pods, rate, gpu_ms, replicas, p99_ms):
    try:
        workload = sw.Workload(
            name="w",
            pods=pods,
            arrivals=sw.poisson(rate_per_s=rate),
            request=sw.Request(gpu_ms=gpu_ms),
            slo=sw.Slo(p99_ms=p99_ms),
        )
        scenario = sw.scenario(
            gpu="T4",
            sharing=sw.time_slicing(replicas=replicas),
            workloads=[workload],
            run=sw.Run(duration_s=0.5),
        )
    except sw.ScenarioError as error:
        assert error.issues
        return
    result = sw.simulate(scenario, intervals=False)["w"]
    assert result.pods + result.pending == pods
    assert result.pods == min(pods, replicas)
