"""The package as installed: the command beside it, the catalogue, the examples, the user's types."""

import json
import subprocess

import pytest

import slicewise as sw


def run(command, *arguments):
    return subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_the_wheel_brings_the_command_and_both_say_the_same(command, examples):
    done = run(command, "simulate", examples / "a100.yaml", "--json")
    assert done.returncode == 0, done.stderr
    ours = json.loads(sw.simulate(sw.Scenario.from_yaml(examples / "a100.yaml")).json)
    assert json.loads(done.stdout)["workloads"] == ours["workloads"]


def test_the_main_question_has_an_answer(command, examples):
    done = run(command, "plan", examples / "t4.yaml")
    assert done.returncode == 0, done.stderr
    assert "4" in done.stdout.splitlines()[0]


def test_seven_pods_on_an_a100_see_what_was_measured(examples):
    """Measured: 684.88 ms on average (nebuly-ai/nos)."""
    result = sw.simulate(sw.Scenario.from_yaml(examples / "a100.yaml"))["yolos"]
    assert result.latency_ms is not None and result.latency_ms.mean is not None
    assert result.latency_ms.mean.value == pytest.approx(684.88, rel=0.05)


def test_two_workloads_share_a10gs(examples):
    plan = sw.plan(sw.Scenario.from_yaml(examples / "a10g.yaml"))
    assert plan.recommended is not None
    assert {workload.name for workload in plan.recommended.workloads} == {"embedder", "reranker"}


def test_every_example_can_be_read(examples):
    names = sorted(path.name for path in examples.glob("*.yaml"))
    assert {"a100.yaml", "a10g.yaml", "t4.yaml"} <= set(names)


def test_the_catalogue_is_a_frame():
    gpus, instances = sw.gpus(), sw.instances()
    assert {"T4", "A10G", "A100-80GB", "H100"} <= set(gpus["name"])
    assert "g4dn.xlarge" in set(instances["name"])


def test_the_typed_sample_runs():
    import typing_sample

    scenario = typing_sample.question()
    assert typing_sample.p99_ms(scenario) > 8.0
    assert typing_sample.replicas(scenario) in range(1, 5)
    assert len(typing_sample.table(scenario)) == 2
