"""The published JSON Schema of the scenario file, against the examples, the dataclasses and the reader."""

import json

import jsonschema
import pytest
import yaml
from conftest import CHECKOUT, detector

import slicewise as sw

SCHEMA = json.loads((CHECKOUT / "data" / "schema" / "scenario-1.schema.json").read_text())
VALIDATOR = jsonschema.validators.validator_for(SCHEMA)(SCHEMA)


def test_the_schema_is_a_schema():
    VALIDATOR.check_schema(SCHEMA)


@pytest.mark.parametrize("path", sorted((CHECKOUT / "examples").glob("*.yaml")), ids=lambda path: path.name)
def test_examples_are_valid(path):
    document = yaml.safe_load(path.read_text())
    if "workloads" in document:  # other folders' files lie there too
        VALIDATOR.validate(document)


@pytest.mark.parametrize(
    "workload",
    [
        detector(),
        detector(arrivals=sw.closed(concurrency=2, think_ms=sw.exponential(mean=3)), memory_mib=3000, framework="pytorch"),
        detector(arrivals=sw.mmpp(rates_per_s=[1, 9], mean_s=[1, 2]), streams=2, processes=2),
        detector(arrivals=sw.batch(rate_per_s=1, size=sw.geometric(mean=3))),
        detector(arrivals=sw.deterministic(total_rate_per_s=9, route="round-robin")),
        detector(memory_mib=sw.Memory(from_mib=100, to_mib=200, at_s=60), reserve_fraction=0.5, width=0.4),
        detector(request=sw.Request(gpu_ms={"T4": sw.uniform(low=1, high=2)}, cpu_ms=1, copy_ms=1, bursts=3, launch="async")),
    ],
    ids=range(7),
)
def test_what_the_dataclasses_write_is_valid_and_read(workload):
    scenario = sw.scenario(
        gpu=sw.Gpu(model="T4", slice_us=1500, switch_us={"preempt": 100, "voluntary": 90, "idle": 80}, ring="arrival"),
        sharing=sw.time_slicing(replicas=4),
        workloads=[workload],
        run=sw.Run(seed=3, duration_s="auto", precision=0.05, engine="auto"),
    )
    VALIDATOR.validate(json.loads(scenario.text))


@pytest.mark.parametrize(
    "sharing", [{}, {"active_thread_pct": 30}, {"memory_limit_mib": 3000}, {"replicas": 4}, {"mode": "mps"}, {"mode": "time-slicing"}], ids=str
)
def test_what_plan_chooses_may_be_left_out(small, sharing):
    document = json.loads(small.text) | {"sharing": sharing}
    VALIDATOR.validate(document)
    sw.Scenario.from_text(json.dumps(document))


@pytest.mark.parametrize(
    "wrong",
    [
        {"gpus": {"model": "T4"}},
        {"workloads": []},
        {"sharing": {"mode": "time-slicing", "replicas": 1}},
        {"sharing": {"mode": "sliced", "replicas": 2}},
        {"sharing": {"replicas": 0}},
        {"sharing": {"layout": ["1g.5gb"]}},
        {"sharing": {"mode": "mig"}},
        {"sharing": {"mode": "time-slicing", "active_thread_pct": 30}},
        {"run": {"precision": 0}},
    ],
    ids=str,
)
def test_schema_and_reader_refuse_the_same(small, wrong):
    document = json.loads(small.text) | wrong
    assert list(VALIDATOR.iter_errors(document))
    with pytest.raises(sw.ScenarioError):
        sw.Scenario.from_text(json.dumps(document))
