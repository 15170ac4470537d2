"""`slicewise validate`: the shipped cases, a file, a folder, and what is wrong with them."""

import json
import os
import pathlib

CASE = """\
source: somebody
role: validate
scenario:
  version: 1
  gpu: {model: A100-80GB}
  sharing: {mode: time-slicing, replicas: 3}
  workloads:
    - {name: yolos, pods: 3, arrivals: {kind: closed}, request: {gpu_ms: 88.15}}
  run: {duration_s: 30}
expect:
  - {workload: yolos, metric: mean_ms, value: 293.14, tolerance_pct: 2}
"""


def test_shipped_cases_need_no_files_and_start_with_the_verdict(slicewise):
    done = slicewise("validate")
    assert done.returncode == 0
    assert "validation rows within tolerance" in done.stdout.splitlines()[0]
    assert done.stdout == slicewise("validate").stdout


def test_json_is_one_document(slicewise, tmp_path):
    (tmp_path / "mine.yaml").write_text(CASE)
    document = json.loads(slicewise("validate", "mine.yaml", "--json").stdout)
    assert document["schema"] == "slicewise.validate/1"
    (row,) = document["rows"]
    assert row["case"] == "mine"
    assert row["met"] and abs(row["error_pct"]) < 2


def test_a_missed_row_is_an_answer(slicewise, tmp_path):
    (tmp_path / "mine.yaml").write_text(CASE.replace("293.14", "200"))
    done = slicewise("validate", tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("0 of 1 validation rows within tolerance")
    assert "MISSED" in done.stdout


def test_bad_files_are_all_reported_by_line(slicewise, tmp_path):
    (tmp_path / "a.yaml").write_text(CASE.replace("mean_ms", "mean"))
    (tmp_path / "b.yaml").write_text(CASE.replace("gpu_ms: 88.15", "gpu_ms: 0"))
    done = slicewise("validate", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{tmp_path}/a.yaml:11: `expect[0].metric`" in done.stderr
    assert f"{tmp_path}/b.yaml:8: `workloads[0].request.gpu_ms`" in done.stderr


def test_the_page_is_the_markdown(slicewise):
    page = pathlib.Path(__file__).parents[2] / "docs" / "accuracy.md"
    assert slicewise("validate", "--markdown").stdout == page.read_text()


def test_a_pipe_is_refused_without_waiting_for_it(slicewise, tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    for path in ("pipe.json", "."):
        done = slicewise("validate", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "pipe.json: this is not a regular file" in done.stderr
        assert slicewise("calibrate", path).stderr.replace("./", "") == done.stderr.replace("./", "")


def test_a_file_that_is_too_long_is_refused_by_its_size(slicewise, tmp_path):
    with (tmp_path / "long.json").open("wb") as file:
        file.truncate(1 << 40)  # has no blocks
    for verb in ("validate", "calibrate"):
        done = slicewise(verb, "long.json")
        assert done.returncode == 2
        assert "long.json: the file is longer than" in done.stderr
