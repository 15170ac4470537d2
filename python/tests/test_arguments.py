"""What is wrong with a call is told as one error of the package: each parameter with the reason and a fix."""

import math

import numpy as np
import pandas as pd
import pytest

import slicewise as sw

NODES = pd.DataFrame([{"name": "n1", "cpu_milli": 64000, "memory_mib": 262144, "gpu": 2, "model": "T4"}])
PODS = pd.DataFrame([{"name": "p1", "cpu_milli": 4000, "memory_mib": 8192, "num_gpu": 1, "gpu_milli": 500}])


def place(**arguments):
    return sw.place(NODES, PODS, **arguments)


@pytest.mark.parametrize(
    ("call", "where", "what"),
    [
        (lambda s: place(seeds="12"), "seeds", "is a str"),
        (lambda s: place(seeds=[1.5]), "seeds[0]", "is a float"),
        (lambda s: place(seeds=[3, -1]), "seeds[1]", "is -1"),
        (lambda s: place(seeds=2**63), "seeds", "is 9223372036854775808"),
        (lambda s: place(seeds=True), "seeds", "is a bool"),
        (lambda s: place(seeds=None), "seeds", "is a NoneType"),
        (lambda s: place(tune="1.3"), "tune", "is a str"),
        (lambda s: place(tune=math.nan), "tune", "is nan"),
        (lambda s: place(draw=1.0), "draw", "is a float"),
        (lambda s: place(threads=-1), "threads", "is -1"),
        (lambda s: place(threads="2"), "threads", "is a str"),
        (lambda s: place(order=1), "order", "is an int"),
        (lambda s: place(policies=3), "policies", "is an int"),
        (lambda s: place(policies=["fgd", 3]), "policies[1]", "is an int"),
        (lambda s: place(node_columns=["name"]), "node_columns", "is a list"),
        (lambda s: place(pod_columns={"name": 3}), "pod_columns['name']", "is an int"),
        (lambda s: place(progress=3), "progress", "is an int"),
        (lambda s: sw.place(3, PODS), "nodes", "is an int"),
        (lambda s: sw.place(NODES, b"p.csv"), "pods", "is a bytes"),
        (lambda s: sw.place("", PODS), "nodes", "is empty"),
        (lambda s: sw.place(NODES, pd.concat([PODS, PODS[["gpu_milli"]]], axis=1)), "pods", "has two columns 'gpu_milli'"),
        (lambda s: sw.plan(s, max_replicas=4.0), "max_replicas", "is a float"),
        (lambda s: sw.plan(s, max_replicas=1), "max_replicas", "is 1"),
        (lambda s: sw.plan(s, instances=[4]), "instances[0]", "is an int"),
        (lambda s: sw.plan(s, modes=None), "modes", "is a NoneType"),
        (lambda s: sw.plan(s, allow_estimates="no"), "allow_estimates", "is a str"),
        (lambda s: sw.plan(s, usd_per_hour=0.3), "usd_per_hour", "is a float"),
        (lambda s: sw.plan(s, usd_per_hour={"g4dn.xlarge": "0.3"}), "usd_per_hour['g4dn.xlarge']", "is a str"),
        (lambda s: sw.plan(s, usd_per_hour={"g4dn.xlarge": 1e308}), "usd_per_hour['g4dn.xlarge']", "is 1e+308"),
        (lambda s: sw.simulate(s, intervals="yes"), "intervals", "is a str"),
        (lambda s: sw.simulate(s, progress="yes"), "progress", "is a str"),
        (lambda s: sw.sweep(s, {"run.seed": [1]}, executor=3), "executor", "is an int"),
        (lambda s: sw.sweep(s, {"run.seed": [1]}, threads=-1), "threads", "is -1"),
        (lambda s: sw.sweep(s, {"run.seed": [1]}, own_seeds=None), "own_seeds", "is a NoneType"),
        (lambda s: sw.sweep(s, pd.DataFrame([[1, 2]], columns=["run.seed"] * 2)), "vary", "has two columns 'run.seed'"),
        (lambda s: sw.timeline(s, to_ms=math.inf), "to_ms", "is inf"),
        (lambda s: sw.timeline(s, to_ms="20"), "to_ms", "is a str"),
        (lambda s: sw.timeline(s, from_ms=-1), "from_ms", "is -1"),
        (lambda s: sw.timeline(s, from_ms=5, to_ms=5), "to_ms", "ends the window"),
        (lambda s: sw.calibrate(3), "records", "is an int"),
        (lambda s: sw.calibrate(["a.json", None]), "records[1]", "is a NoneType"),
        (lambda s: sw.validate(3), "path", "is an int"),
        (lambda s: sw.validate(""), "path", "is empty"),
        (lambda s: sw.save_sweep("frame", "t.csv"), "frame", "is a str"),
        (lambda s: sw.save_sweep(pd.DataFrame(), None), "path", "is a NoneType"),
        (lambda s: sw.Scenario.from_yaml("a\0b"), "path", "is 'a\\x00b'"),
        (lambda s: sw.Scenario.from_text("version: 1", directory=3), "directory", "is an int"),
        (lambda s: sw.Scenario(text=s.text, overrides="ab"), "overrides", "is a str"),
        (lambda s: sw.Scenario(text=s.text, overrides=[("run.seed", 1)]), "overrides[0]", "is an int"),
        (lambda s: s.with_(**{"\ud83d": 1}), "path", "has half of a surrogate pair"),
        (lambda s: sw.sweep(s, {"\ud83d": [1]}), "vary", "has half of a surrogate pair"),
        (lambda s: sw.place(NODES.assign(name=pd.Series(["\ud83d"], dtype=object)), PODS), "nodes", "has half of a surrogate pair"),
        (lambda s: sw.plot_timeline(3), "frame", "is an int"),
        (lambda s: place(tune=0), "tune", "0 is out of range"),
        (lambda s: place(seeds=[1, 1]), "seeds", "a seed is named twice"),
        (lambda s: sw.calibrate([]), "records", "no record was given"),
        (lambda s: sw.plan(s, usd_per_hour={"nowhere": 1}), "usd_per_hour", "unknown instance"),
        (lambda s: s.with_(**{"workloads[0].name": "\ud83d"}), "workloads[0].name", "has half of a surrogate pair"),
    ],
)  # fmt: skip
def test_an_argument_that_is_wrong_is_told_with_parameter_reason_and_fix(small, call, where, what):
    with pytest.raises(sw.ScenarioError) as caught:
        call(small)
    (issue,) = caught.value.issues
    assert issue.where == where
    assert issue.what.startswith(what)
    assert issue.fix
    assert isinstance(caught.value, TypeError) == (issue.what.startswith("is a ") or issue.what.startswith("is an "))


def test_all_arguments_that_are_wrong_are_told_at_once():
    with pytest.raises(sw.ScenarioError) as caught:
        place(seeds="12", tune="1.3", threads=-1, order="sorted")
    assert [issue.where for issue in caught.value.issues] == ["seeds", "tune", "order", "threads"]


@pytest.mark.parametrize(
    "seeds", [np.int64(3), np.array(3), [np.int64(3)], np.array([3], dtype=np.uint8), pd.Series([3]), range(3, 4), (n for n in [3]), {3}],
    ids=lambda seeds: type(seeds).__name__,
)  # fmt: skip
def test_whole_numbers_of_numpy_and_pandas_are_whole_numbers(seeds):
    assert place(seeds=seeds, threads=np.int64(1), tune=np.float32(1)).runs_frame()["seed"].tolist() == [3]


def test_numbers_of_numpy_are_numbers_for_plan_too(small):
    plan = sw.plan(small, max_replicas=np.int64(2), modes=np.array(["time-slicing"]), allow_estimates=np.bool_(False))
    assert {candidate.replicas for candidate in plan.candidates} <= {1, 2}


def test_bytes_that_are_no_utf8_are_told_and_lists_may_have_them(tmp_path):
    (tmp_path / "nodes.csv").write_bytes(NODES.assign(name="n\xe9").to_csv(index=False).encode("latin-1"))
    assert sw.place(tmp_path / "nodes.csv", PODS).runs_frame()["placed"].tolist() == [1]
    (tmp_path / "record.json").write_bytes(b'{"record": "\xe9"}')
    with pytest.raises(sw.ScenarioError, match="ill-formed UTF-8"):
        sw.calibrate(tmp_path)
