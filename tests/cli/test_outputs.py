"""No output is written over an input or over another output, whatever the path is called; and nothing runs before."""

import os
import subprocess

import pytest

from conftest import SCENARIO

NODES = "name,cpu_milli,memory_mib,gpu,model\nn,64000,262144,2,T4\n"
PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1000,2048,1,460\n"
PLACE = ["place", "--nodes", "nodes.csv", "--pods", "pods.csv"]


@pytest.fixture
def files(tmp_path):
    """Inputs of every verb; returns what they hold, to compare."""
    (tmp_path / "fleet.yaml").write_text(SCENARIO.replace("{kind: poisson, rate_per_s: 15}", "{kind: trace, file: at.csv}"))
    (tmp_path / "at.csv").write_text("0.1\n0.2\n")
    (tmp_path / "nodes.csv").write_text(NODES)
    (tmp_path / "pods.csv").write_text(PODS)
    (tmp_path / "sub").mkdir()
    os.symlink("fleet.yaml", tmp_path / "link")
    os.link(tmp_path / "pods.csv", tmp_path / "hard.csv")

    def held():
        return {path.name: path.read_text() for path in tmp_path.iterdir() if path.is_file()}

    return held


def refused(done, option, what):
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith(f"{option}: is {what}") and "; " in lines[0]


@pytest.mark.parametrize(
    ("words", "option", "what"),
    [
        (["simulate", "fleet.yaml", "--trace", "fleet.yaml"], "--trace fleet.yaml", "the scenario fleet.yaml, which is read"),
        (["simulate", "fleet.yaml", "--trace", "sub/../link"], "--trace sub/../link", "the scenario fleet.yaml"),
        (["simulate", "link", "--trace", "./fleet.yaml"], "--trace ./fleet.yaml", "the scenario link"),
        (["simulate", "fleet.yaml", "--trace", "at.csv"], "--trace at.csv", "the scenario's file at.csv"),
        ([*PLACE, "--curve", "pods.csv"], "--curve pods.csv", "the file of --pods pods.csv"),
        ([*PLACE, "--curve", "hard.csv"], "--curve hard.csv", "the file of --pods pods.csv"),
        ([*PLACE, "--placements", "./nodes.csv"], "--placements ./nodes.csv", "the file of --nodes nodes.csv"),
        ([*PLACE, "--curve", "x", "--placements", "sub/../x"], "--placements sub/../x", "the file of --curve x"),
    ],
    ids=lambda words: " ".join(words[-2:]) if isinstance(words, list) else None,
)
def test_an_output_that_is_an_input_or_another_output_is_refused(slicewise, files, words, option, what):
    before = files()
    refused(slicewise(*words), option, what)
    assert files() == before


def test_a_plan_is_not_written_over_its_scenario(slicewise, files, tmp_path):
    (tmp_path / "sub" / "device-plugin-config.yaml").write_text(SCENARIO)
    done = slicewise("plan", "sub/device-plugin-config.yaml", "-o", "./sub")
    refused(done, "-o ./sub/device-plugin-config.yaml", "the scenario sub/device-plugin-config.yaml")
    assert (tmp_path / "sub" / "device-plugin-config.yaml").read_text() == SCENARIO


def test_standard_input_is_not_written_over(binary, files, tmp_path):
    before = files()
    with open(tmp_path / "fleet.yaml") as source:
        words = [binary, "simulate", "-", "--trace", "fleet.yaml"]
        done = subprocess.run(words, stdin=source, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    refused(done, "--trace fleet.yaml", "the scenario /dev/fd/0")
    assert files() == before


def test_a_trace_does_not_take_the_file_of_standard_output(slicewise, files, tmp_path):
    with open(tmp_path / "out.json", "w") as out:
        done = slicewise("simulate", "fleet.yaml", "--json", "--trace", "out.json", stdout=out)
    assert done.returncode == 2
    assert done.stderr.startswith("--trace out.json: is the file of standard output /dev/fd/1; ")
    assert (tmp_path / "out.json").read_text() == ""


def test_devices_may_be_named_as_often_as_one_likes(slicewise, files):
    done = slicewise(*PLACE, "--curve", "/dev/null", "--placements", "/dev/null")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", ""], ["simulate", "fleet.yaml", "--trace", ""], ["plan", "fleet.yaml", "-o", ""], ["validate", ""],
        ["calibrate", ""], ["calibrate", "record.json", "-o", ""], ["catalog", ""], ["place", "--nodes", "", "--pods", "pods.csv"],
        [*PLACE, "--curve", ""], [*PLACE, "--policy", ""], [*PLACE, "--seed", ""], ["sweep", "fleet.yaml", "--vary", ""],
    ],
    ids=" ".join,
)  # fmt: skip
def test_an_argument_that_is_empty_is_told_by_its_name(slicewise, files, words):
    done = slicewise(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is empty; give a value" in done.stderr
    assert not done.stderr.startswith(":")


@pytest.mark.parametrize("words", [["catalog", "gpus", "--json"], ["simulate", "fleet.yaml", "--json"], ["--help"]], ids=lambda words: words[0])
def test_a_reader_that_has_seen_enough_is_no_error(binary, files, tmp_path, words):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([binary, *words], stdout=writer, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=120)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_catalogue_of_ones_own_is_not_written_over(slicewise, files, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mig.yaml").write_text("kept")
    done = slicewise("simulate", "fleet.yaml", "--trace", "own/mig.yaml", env={**os.environ, "SLICEWISE_CATALOG": "own"})
    assert (done.returncode, done.stdout) == (2, "")
    assert (tmp_path / "own" / "mig.yaml").read_text() == "kept"
