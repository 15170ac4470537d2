"""`slicewise sweep`: a grid of scenarios as CSV."""

import csv
import io
import json
import signal
import subprocess
import time

import pytest

from conftest import SCENARIO

HEADINGS = [
    "workload", "pods", "pending", "crashing", "completed", "throughput_per_s", "mean_ms", "p50_ms", "p90_ms", "p95_ms",
    "p99_ms", "max_ms", "stable", "slo_p99_ms", "slo_met", "oom_probability_per_day", "busy_fraction", "switch_fraction", "stopped", "seed",
]  # fmt: skip


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_grid_comes_in_input_order_with_the_columns_of_the_contract(slicewise, scenario):
    done = slicewise("sweep", scenario(), "--vary", "sharing.replicas=4,2:3", "--vary", "run.seed=1,7")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.splitlines()[0].split(",") == ["sharing.replicas", "run.seed", *HEADINGS]
    grid = [(row["sharing.replicas"], row["run.seed"]) for row in rows(done.stdout)]
    assert grid == [(k, seed) for k in ("4", "2", "3") for seed in ("1", "7")]
    assert [row["seed"] for row in rows(done.stdout)] == ["1", "7"] * 3


def test_the_rows_are_the_same_for_any_number_of_threads(slicewise, scenario):
    arguments = ["sweep", scenario(), "--vary", "workloads[0].arrivals.rate_per_s=5,10,20"]
    assert slicewise(*arguments, "--threads", "1").stdout == slicewise(*arguments, "--threads", "3").stdout


def test_a_row_with_intervals_says_what_simulate_says(slicewise, scenario):
    done = slicewise("sweep", scenario(), "--vary", "sharing.replicas=2", "--intervals")
    row = rows(done.stdout)[0]
    document = json.loads(slicewise("simulate", "fleet.yaml", "--set", "sharing.replicas=2", "--json").stdout)
    p99 = document["workloads"][0]["latency_ms"]["p99"]
    assert [float(row[f"p99_ms{end}"]) for end in ("", "_low", "_high")] == [p99["value"], p99["low"], p99["high"]]
    assert row["slo_met"] == str(document["workloads"][0]["slo"]["met"]).lower()


def test_pods_without_memory_are_in_the_row_as_in_the_verdict_and_the_document(slicewise, scenario):
    changes = ["--set", "workloads[0].pods=3", "--set", "workloads[0].memory_mib=6000"]
    name = scenario()
    (row,) = rows(slicewise("sweep", name, *changes, "--vary", "run.seed=1").stdout)
    assert (row["crashing"], row["oom_probability_per_day"]) == ("1", "1")
    document = json.loads(slicewise("simulate", name, *changes, "--json").stdout)
    assert document["workloads"][0]["crashing"] == 1
    assert document["memory"]["oom_probability_per_day"] == 1
    text = slicewise("simulate", name, *changes).stdout
    assert "1 pods cannot start" in text.splitlines()[0]


def test_set_holds_for_every_point_and_standard_input_is_read(slicewise):
    arguments = ["--set", "run.seed=9", "--vary", "workloads.detector.pods=1,2"]
    done = slicewise("sweep", "-", *arguments, stdin=SCENARIO)
    assert done.returncode == 0, done.stderr
    assert [(row["pods"], row["seed"]) for row in rows(done.stdout)] == [("1", "9"), ("2", "9")]


def test_cells_with_commas_are_quoted(slicewise, scenario):
    law = "{dist: erlang, mean: 8, k: 2}"
    done = slicewise("sweep", scenario(), "--vary", f"workloads[0].request.gpu_ms={law},8")
    assert [row["workloads[0].request.gpu_ms"] for row in rows(done.stdout)] == [law, "8"]


def test_an_unstable_point_is_an_answer(slicewise, scenario):
    done = slicewise("sweep", scenario(), "--vary", "workloads[0].arrivals.rate_per_s=10,500")
    assert done.returncode == 0
    unstable = rows(done.stdout)[1]
    assert (unstable["stable"], unstable["p99_ms"], unstable["slo_met"]) == ("false", "", "false")


def test_all_issues_of_all_points_are_told_at_once(slicewise, scenario):
    done = slicewise("sweep", scenario(), "--vary", "sharing.replicas=0,4,1", "--vary", "workloads[0].podz=1")
    assert done.returncode == 2
    assert done.stdout == ""
    places = {line.split(": ")[0] for line in done.stderr.splitlines()}
    assert places == {"--vary sharing.replicas=0", "--vary sharing.replicas=1", "--vary workloads[0].podz=1"}


@pytest.mark.parametrize(
    "arguments",
    [[], ["--vary"], ["--vary", "x"], ["--vary", "a="], ["--vary", "run.seed=5:1"], ["--vary", "run.seed=0:100000000"],
     ["--vary", "run.seed=1", "--vary", "run.seed=2"], ["--vary", "run.seed=1", "--threads", "0"],
     ["--vary", "run.seed=1", "--threads", "-1"], ["--vary", "run.seed=1", "--set", "x"]],
    ids=" ".join,
)  # fmt: skip
def test_a_wrong_option_is_refused(slicewise, scenario, arguments):
    done = slicewise("sweep", scenario(), *arguments)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.strip()


def test_an_interrupt_prints_the_rows_done_so_far(binary, scenario, tmp_path):
    arguments = ["--vary", "run.duration_s=1,10000000,2", "--threads", "2"]
    process = subprocess.Popen(
        [binary, "sweep", scenario(), *arguments],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert [row["run.duration_s"] for row in rows(out)] == ["1", "2"]
    assert "2 of 3 points" in err


def test_own_seeds_are_hashes_that_give_the_same_row_again(slicewise, scenario):
    vary = ("--vary", "workloads[0].pods=2,3", "--set", "run.duration_s=20")
    done = slicewise("sweep", scenario(), *vary, "--own-seeds")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert rows[0]["seed"] != rows[1]["seed"]
    alone = slicewise(
        "sweep", "fleet.yaml", "--vary", "workloads[0].pods=3", "--set", "run.duration_s=20",
        "--set", f"run.seed={rows[1]['seed']}",
    )  # fmt: skip
    assert list(csv.DictReader(alone.stdout.splitlines()))[0] == rows[1]
