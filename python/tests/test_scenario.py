"""Scenarios: read, built, changed, refused."""

import json
import math
import os
import pickle
import threading

import pytest
from conftest import detector

import slicewise as sw


def test_a_scenario_built_in_python_is_the_same_as_the_one_in_the_file(examples):
    def answer(scenario):
        document = sw.plan(scenario, max_replicas=3).to_dict()
        document.pop("files")  # they name the file
        return document

    built = sw.scenario(instance="g4dn.xlarge", workloads=[detector(pods=12)])
    assert answer(built) == answer(sw.Scenario.from_yaml(examples / "t4.yaml"))


def test_all_issues_come_at_once_with_place_and_fix():
    with pytest.raises(sw.ScenarioError) as caught:
        sw.Scenario.from_text("version: 1\ngpu: {model: T5}\nworkload: []\n", origin="wrong.yaml")
    issues = caught.value.issues
    assert isinstance(caught.value, ValueError)
    assert len(issues) >= 2
    assert all(issue.severity == "error" for issue in issues)
    assert any(issue.where == "wrong.yaml:2" for issue in issues)
    assert "wrong.yaml:2" in str(caught.value)


@pytest.mark.parametrize("value", [0, -8.0, math.nan, math.inf])
def test_a_gpu_time_that_is_no_time_is_refused(value):
    with pytest.raises(sw.ScenarioError):
        sw.scenario(gpu="T4", workloads=[detector(request=sw.Request(gpu_ms=value))])


@pytest.mark.parametrize("name", ["\N{ROCKET}", "d\u00e9tecteur", "x: NaN", "x: Infinity", "-Infinity", "\u68c0\u6d4b\u5668", "a\u2028b", "\ufeff"])
def test_a_name_is_what_was_given_in_whatever_letters(name):
    built = sw.scenario(gpu="T4", workloads=[detector(name=name)], run=sw.Run(duration_s=5))
    assert sw.simulate(built, intervals=False)[name].completed > 0
    changed = built.with_(**{"workloads[0].name": f"two {name}"})
    assert sw.simulate(changed, intervals=False)[f"two {name}"].completed > 0
    frame = sw.sweep(built, {"workloads[0].name": [name]})
    assert frame["workload"].tolist() == [name]


def test_half_a_character_is_refused_by_the_name_of_its_place():
    with pytest.raises(sw.ScenarioError, match=r"workloads\[0\].name: has half of a surrogate pair"):
        sw.scenario(gpu="T4", workloads=[detector(name="\ud83d")])


def test_json_with_escaped_letters_is_read():
    text = json.dumps(json.loads(sw.scenario(gpu="T4", workloads=[detector(name="\N{ROCKET}")]).text))
    assert "\\ud83d\\ude80" in text
    scenario = sw.Scenario.from_text(text).with_(**{"run.duration_s": 5})
    assert sw.simulate(scenario, intervals=False)["\N{ROCKET}"].completed > 0


def test_a_scenario_may_leave_mode_and_replicas_to_plan(small):
    text = "version: 1\ngpu: {instance: g4dn.xlarge}\nsharing: {active_thread_pct: 30}\nworkloads:\n"
    text += "  - {name: a, pods: 6, arrivals: {kind: poisson, rate_per_s: 15}, request: {gpu_ms: 8}, slo: {p99_ms: 60}}\n"
    of_text = sw.Scenario.from_text(text)
    built = sw.scenario(instance="g4dn.xlarge", workloads=[detector()], sharing=sw.Sharing(active_thread_pct=30))
    for scenario in (of_text, of_text.with_(**{"sharing.memory_limit_mib": 3000}), built):
        assert sw.plan(scenario, max_replicas=2).candidates
        with pytest.raises(sw.ScenarioError, match="sharing.mode` is missing"):
            sw.simulate(scenario)
        with pytest.raises(sw.ScenarioError, match="sharing.mode` is missing"):
            sw.sweep(scenario, {"run.seed": [1]})
    assert sw.plan(small.with_(sharing={"mode": "mps"}), max_replicas=2).candidates


def test_a_missing_file_and_a_folder_are_issues(tmp_path):
    for path in (tmp_path / "absent.yaml", tmp_path):
        with pytest.raises(sw.ScenarioError):
            sw.Scenario.from_yaml(path)


def test_a_scenario_is_read_from_a_pipe(examples, tmp_path):
    text = (examples / "t4.yaml").read_text()
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(text,))
    writer.start()
    assert sw.Scenario.from_yaml(tmp_path / "pipe").text == text
    writer.join()
    (tmp_path / "latin.yaml").write_bytes(b"version: 1\nname: \xe9\n")
    with pytest.raises(sw.ScenarioError, match="latin.yaml:2: the byte 0xE9 is not UTF-8"):
        sw.Scenario.from_yaml(tmp_path / "latin.yaml")


def test_an_error_survives_pickling_so_that_process_pools_can_hand_it_back():
    error = sw.ScenarioError([sw.Issue(where="a.yaml:3", what="wrong", fix="mend")])
    again = pickle.loads(pickle.dumps(error))
    assert again.issues == error.issues
    assert str(again) == "a.yaml:3: wrong; mend"


def test_with_changes_a_copy(small):
    changed = small.with_(**{"sharing.replicas": 2, "workloads[0].pods": 2})
    assert sw.simulate(changed, intervals=False)["detector"].pods == 2
    assert sw.simulate(small, intervals=False)["detector"].pods == 4


def test_with_refuses_an_unknown_path(small):
    with pytest.raises(sw.ScenarioError):
        small.with_(**{"sharing.replica": 2})


@pytest.mark.parametrize(
    "arrivals",
    [
        sw.poisson(rate_per_s=5),
        sw.poisson(total_rate_per_s=20, route="shared-queue"),
        sw.deterministic(rate_per_s=5),
        sw.batch(rate_per_s=2, size=sw.geometric(mean=2)),
        sw.batch(rate_per_s=2, size=3),
        sw.mmpp(rates_per_s=[2, 10], mean_s=[1, 1]),
        sw.closed(concurrency=1, think_ms=20),
    ],
    ids=lambda arrivals: f"{arrivals.kind}-{arrivals.route or ''}",
)
def test_every_arrival_process_can_be_written_and_run(arrivals):
    scenario = sw.scenario(
        gpu="T4",
        sharing=sw.time_slicing(replicas=4),
        workloads=[detector(arrivals=arrivals)],
        run=sw.Run(duration_s=5),
    )
    assert sw.simulate(scenario, intervals=False)["detector"].completed > 0


@pytest.mark.parametrize(
    "law",
    [
        sw.exponential(mean=4),
        sw.erlang(mean=4, k=3),
        sw.gamma(mean=4, cv=0.5),
        sw.lognormal(mean=4, cv=0.5),
        sw.hyperexponential(p=[0.9, 0.1], means=[2, 20]),
        sw.uniform(low=2, high=6),
    ],
    ids=lambda law: law.dist,
)
def test_every_law_can_be_written_and_run(law):
    scenario = sw.scenario(
        gpu="T4", workloads=[detector(pods=1, request=sw.Request(gpu_ms=law))], run=sw.Run(duration_s=5)
    )
    assert sw.simulate(scenario, intervals=False)["detector"].completed > 0


def test_gpu_time_by_card_and_samples_from_a_file(tmp_path):
    (tmp_path / "samples.csv").write_text("2\n3\n4\n")
    by_card = sw.Request(gpu_ms={"T4": sw.empirical(file="samples.csv"), "A10G": 3.4})
    scenario = sw.scenario(
        gpu="T4", workloads=[detector(pods=1, request=by_card)], run=sw.Run(duration_s=5), directory=str(tmp_path)
    )
    latency = sw.simulate(scenario, intervals=False)["detector"].latency_ms
    assert latency is not None and latency.p50 is not None
    assert 2 <= latency.p50.value < 5


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda s: sw.simulate("t4.yaml"), "scenario: is a str; give sw.Scenario.from_yaml"),
        (lambda s: sw.plan(None), "scenario: is a NoneType"),
        (lambda s: sw.sweep(4, {"run.seed": [1]}), "scenario: is an int"),
        (lambda s: sw.plan(s, modes="mps"), 'modes: is a str; give a list, e.g. modes=\\["mps"\\]'),
        (lambda s: sw.scenario(gpu=4, workloads=[]), "gpu: is an int; give a name"),
        (lambda s: sw.scenario(gpu="T4", workloads=detector()), "workloads: is a Workload; give a list"),
        (lambda s: sw.scenario(gpu="T4", workloads=[detector(), "x"]), r"workloads\[1\]: is a str; give sw.Workload"),
        (lambda s: sw.scenario(gpu="T4", workloads=[], sharing="mps"), "sharing: is a str; give sw.time_slicing"),
        (lambda s: sw.scenario(gpu="T4", workloads=[], run={"seed": 1}), "run: is a dict; give sw.Run"),
        (lambda s: sw.Scenario.from_yaml(4), "path: is an int; give the name of a scenario file"),
        (lambda s: sw.Scenario.from_text(b"version: 1"), "text: is a bytes; give YAML"),
        (lambda s: s.with_(**{"run.seed": object()}), "is of type object; give numbers"),
    ],
)
def test_a_value_of_the_wrong_type_is_told_with_place_and_fix(small, call, place):
    with pytest.raises(TypeError, match=place):
        call(small)
