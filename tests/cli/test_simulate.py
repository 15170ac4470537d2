"""`slicewise simulate`, `catalog` and the command as a whole."""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import SCENARIO


def test_the_document_has_the_keys_of_the_contract(slicewise, scenario):
    done = slicewise("simulate", scenario(), "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["schema"] == "slicewise.simulate/1"
    workload = document["workloads"][0]
    assert {"name", "pods", "pending", "completed", "throughput_per_s", "latency_ms", "stable", "slo"} <= workload.keys()
    assert set(workload["latency_ms"]) >= {"mean", "p50", "p90", "p95", "p99", "max"}
    for quantity in [workload["throughput_per_s"], *workload["latency_ms"].values()]:
        assert set(quantity) == {"value", "low", "high"}
    assert {"p99_ms", "met"} <= workload["slo"].keys()
    assert {"busy_fraction", "switch_fraction", "idle_fraction", "memory_mib"} <= document["gpus"][0].keys()
    assert document["stopped"] in {"precision", "events", "duration"}
    assert document["engine"] in {"stepping", "skipping", None}
    assert document["seed"] == 1
    assert document["virtual_s"] > 0


def test_an_unstable_load_is_an_answer(slicewise, scenario):
    done = slicewise("simulate", scenario("rate_per_s: 15", "rate_per_s: 200"), "--json")
    assert done.returncode == 0
    workload = json.loads(done.stdout)["workloads"][0]
    assert workload["stable"] is False
    assert workload["latency_ms"] is None
    assert workload["slo"]["met"] is False


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_scenario_can_come_from_standard_input(slicewise, scenario, name):
    piped = slicewise("simulate", name, "--json", stdin=SCENARIO)
    assert piped.returncode == 0, piped.stderr
    of_file = json.loads(slicewise("simulate", scenario(), "--json").stdout)
    assert json.loads(piped.stdout)["workloads"] == of_file["workloads"]


def test_set_changes_the_scenario(slicewise, scenario):
    done = slicewise("simulate", "--set", "workloads[0].pods=2", "--set", "sharing.replicas=2", scenario(), "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["workloads"][0]["pods"] == 2
    assert document["replicas"] == 2


def test_the_trace_shows_each_tenant_of_each_gpu(slicewise, scenario, tmp_path):
    done = slicewise("simulate", scenario(), "--json", "--trace", "out.json", "--trace-window", "500")
    assert done.returncode == 0, done.stderr
    events = json.loads((tmp_path / "out.json").read_text())["traceEvents"]
    names = [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"]
    assert names == ["detector-0", "detector-1", "detector-2"]
    spans = [e for e in events if e["ph"] == "X"]
    assert {e["name"] for e in spans} <= {"run", "switch", "hold"}
    assert len(spans) > 5
    # In one GPU one thing happens at a time, and nothing after the window.
    spans.sort(key=lambda e: e["ts"])
    for before, after in zip(spans, spans[1:]):
        assert before["ts"] + before["dur"] <= after["ts"] + 1e-6
    assert max(e["ts"] + e["dur"] for e in spans) <= 500_000 + 1e-6
    # Watching changes nothing.
    assert done.stdout == slicewise("simulate", "fleet.yaml", "--json").stdout


@pytest.mark.parametrize("path", [".", "no/such/folder/out.json"])
def test_a_trace_that_cannot_be_written_is_refused_before_the_run(slicewise, scenario, path):
    done = slicewise("simulate", scenario(), "--trace", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("--trace ")


@pytest.mark.parametrize("what", ["gpus", "instances", "modes"])
def test_the_catalogue_lists_what_is_known(slicewise, what):
    assert slicewise("catalog", what).returncode == 0
    document = json.loads(slicewise("catalog", what, "--json").stdout)
    assert document[what]
    assert all(row["name"] for row in document[what])


def test_help_and_version_go_to_stdout(slicewise):
    for arguments in [["--help"], ["--version"], ["plan", "--help"], ["simulate", "--help"], ["catalog", "--help"]]:
        done = slicewise(*arguments)
        assert done.returncode == 0
        assert done.stdout.strip()
        assert done.stderr == ""
    assert slicewise("--version").stdout.startswith("slicewise ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["catalog", "modes"], ["simulate", "fleet.yaml"], ["--help"]], ids=" ".join)
def test_a_full_disk_is_an_error_not_a_crash(slicewise, scenario, arguments):
    scenario()
    with open("/dev/full", "w") as full:
        done = slicewise(*arguments, stdout=full)
    assert done.returncode == 1
    assert "cannot write to stdout" in done.stderr


def test_an_interrupt_prints_what_is_done_so_far(binary, scenario, tmp_path):
    path = scenario("precision: 0.1", "duration_s: 10000000")
    process = subprocess.Popen(
        [binary, "simulate", path, "--json"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    document = json.loads(out)
    assert document["stopped"] == "interrupted"
    assert document["workloads"][0]["completed"] > 0
    assert 0 < document["virtual_s"] < 10000000


@pytest.mark.parametrize(
    ("verb", "changes"),
    [
        ("simulate", ["run.duration_s=10000000"]),
        ("simulate", ["run.precision=0.0001"]),
        ("plan", ["run.precision=0.0001"]),
    ],
)
def test_an_interrupted_answer_says_so_first_and_has_a_code_of_its_own(binary, scenario, tmp_path, verb, changes):
    arguments = [word for change in changes for word in ("--set", change)]
    process = subprocess.Popen(
        [binary, verb, scenario(), *arguments],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out.startswith("interrupted: ")
    if verb == "simulate":
        assert "warning: interrupted: " in out
        assert "keeps its SLO:" not in out.splitlines()[0]


def test_a_trace_window_without_a_trace_is_wrong(slicewise, scenario):
    done = slicewise("simulate", scenario(), "--trace-window", "5")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("--trace-window: ")
    assert "add --trace OUT.JSON" in done.stderr


def test_a_name_cannot_turn_or_hide_what_stands_beside_it(slicewise, scenario):
    done = slicewise("simulate", scenario("name: detector", 'name: "a\u202eb"'), "--set", "run.duration_s=5")
    assert done.returncode == 0, done.stderr
    assert "a\\u{202e}b" in done.stdout
    assert "\u202e" not in done.stdout
    assert "\u202e" in json.loads(slicewise("simulate", "fleet.yaml", "--json").stdout)["workloads"][0]["name"]
