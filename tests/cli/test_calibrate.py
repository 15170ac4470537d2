"""`slicewise calibrate` and `slicewise validate RECORDS`: from records to a profile to a prediction."""

import json
import os
import random

import pytest

SLICE_NS, SWITCH_NS = 2_097_152, 190_000


def record(measurement, runs, device="Tesla T4"):
    return {
        "record": "slicewise-measurement", "version": 1, "measurement": measurement, "started": "2026-11-30T12:00:00Z",
        "device": {"kind": "gpu", "name": device, "sms": 40, "memory_mib": 15360}, "driver": "580.95.05",
        "mode": "time-slicing", "conditions": {"warnings": []}, "runs": runs,
    }  # fmt: skip


def run(name, parameters, **series):
    return {
        "name": name, "parameters": parameters,
        "series": [{"name": key, "unit": "ns", "process": 0, "samples": samples} for key, samples in series.items()],
    }  # fmt: skip


def records(folder):
    bits = random.Random(2)
    start, length, now = [], [], 0.0
    for _ in range(60):
        now += SLICE_NS
        start.append(now)
        length.append(SLICE_NS + 2 * SWITCH_NS + bits.gauss(0, 500))
        now += length[-1]
    switches = [SWITCH_NS + bits.gauss(0, 1000) for _ in range(100)]

    def latency(n, ns):
        samples = [n * ns + (n > 1) * n * SWITCH_NS + bits.gauss(0, 3000) for _ in range(200)]
        return run(
            f"latency/processes:{n}", {"processes": n, "request": "short", "loop": "closed"},
            latency=samples, completions=[n * 200], window=[sum(samples)],
        )  # fmt: skip

    folder.mkdir()
    for one in (
        record("slice", [run("slice/processes:2", {"processes": 2}, gap_start=start, gap_length=length)]),
        record("switch", [run("switch/all", {}, switch_preempt=switches, switch_voluntary=switches, switch_idle=switches)]),
        record("latency", [latency(n, 250_000) for n in (1, 2, 3)]),
    ):
        (folder / f"{one['measurement']}.json").write_text(json.dumps(one))


def test_from_records_to_a_simulation(slicewise, tmp_path):
    records(tmp_path / "records")
    done = slicewise("calibrate", "records", "-o", "profile.yaml")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Tesla T4: slice 209")
    assert "NOT IDENTIFIED" in done.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == ["profile.yaml", "records"]  # nothing half-written
    (tmp_path / "s.yaml").write_text(
        "version: 1\ngpu: {model: T4, profile: profile.yaml}\nsharing: {mode: time-slicing, replicas: 2}\n"
        "workloads:\n  - {name: w, pods: 2, arrivals: {kind: closed}, request: {gpu_ms: 20}}\nrun: {duration_s: 20}\n"
    )
    done = slicewise("simulate", "s.yaml", "--json")
    assert done.returncode == 0, done.stderr
    share = json.loads(done.stdout)["gpus"][0]["switch_fraction"]
    assert abs(share - 190 / (190 + 2097)) < 0.003


def test_json_is_one_document(slicewise, tmp_path):
    records(tmp_path / "records")
    document = json.loads(slicewise("calibrate", "records/slice.json", "records/switch.json", "--json").stdout)
    assert document["schema"] == "slicewise.calibrate/1"
    names = [parameter["name"] for parameter in document["parameters"]]
    assert names[:4] == ["slice_us", "preempt_us", "voluntary_us", "idle_us"]
    assert document["parameters"][0]["identified"]
    assert document["profile"].startswith("schema: slicewise.profile/1")
    assert slicewise("calibrate", "records/slice.json", "records/switch.json", "--json").stdout == json.dumps(
        document, indent=2, ensure_ascii=False
    ) + "\n"


def test_all_that_is_wrong_is_said_at_once(slicewise, tmp_path):
    records(tmp_path / "records")
    (tmp_path / "records" / "bad.json").write_text('{"record": "slicewise-measurement",\n oops')
    (tmp_path / "records" / "old.json").write_text('{"record": "slicewise-measurement", "version": 9}')
    done = slicewise("calibrate", "records", "missing.json", "-o", "nowhere/profile.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "records/bad.json:2: this is not valid JSON at column 2: while parsing object key" in done.stderr
    assert "records/old.json:/version" in done.stderr
    assert "missing.json: there is no such file" in done.stderr
    assert "-o nowhere/profile.yaml" in done.stderr


def test_another_device_is_refused_and_writes_nothing(slicewise, tmp_path):
    records(tmp_path / "records")
    (tmp_path / "other.json").write_text(json.dumps(record("ring", [], device="NVIDIA A10G")))
    done = slicewise("calibrate", "records", "other.json", "-o", "profile.yaml")
    assert done.returncode == 2
    assert "other.json: is of another device" in done.stderr
    assert not (tmp_path / "profile.yaml").exists()


def test_records_are_predicted(slicewise, tmp_path):
    records(tmp_path / "records")
    document = json.loads(slicewise("validate", "records", "--json").stdout)
    assert document["schema"] == "slicewise.validate/1"
    assert {row["role"] for row in document["rows"]} == {"fit", "validate"}
    for row in document["rows"]:
        if row["metric"] != "p99_ms":
            assert abs(row["error_pct"]) < 5, row
    assert any(note.startswith("fitted:") for note in document["notes"])
    text = slicewise("validate", "records")
    assert text.returncode == 0
    assert "validation rows within tolerance" in text.stdout.splitlines()[0]


def test_a_parameter_that_no_run_has_is_refused(slicewise, tmp_path):
    records(tmp_path / "records")
    path = tmp_path / "records" / "latency.json"
    path.write_text(path.read_text().replace('"closed"', '"clsed"'))
    for verb in ("calibrate", "validate"):
        done = slicewise(verb, "records")
        assert (done.returncode, done.stdout) == (2, "")
        assert 'records/latency.json:/runs/2/parameters/loop: is "clsed", not "open" or "closed"' in done.stderr


@pytest.mark.parametrize("where", ["records/slice.json", "records/../records/slice.json", "link.json"])
def test_no_record_is_overwritten(slicewise, tmp_path, where):
    records(tmp_path / "records")
    os.symlink("records/slice.json", tmp_path / "link.json")
    before = (tmp_path / "records" / "slice.json").read_text()
    for given in (["records"], ["records/slice.json", "records/switch.json"]):
        done = slicewise("calibrate", *given, "-o", where)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"-o {where}: is the record" in done.stderr
    assert (tmp_path / "records" / "slice.json").read_text() == before
    assert (tmp_path / "link.json").is_symlink()


def test_a_link_to_a_profile_stays_and_the_profile_is_written(slicewise, tmp_path):
    records(tmp_path / "records")
    (tmp_path / "old.yaml").write_text("old")
    os.symlink("old.yaml", tmp_path / "link.yaml")
    assert slicewise("calibrate", "records", "-o", "link.yaml").returncode == 0
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "old.yaml").read_text().startswith("schema: slicewise.profile/1")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_profile_that_cannot_be_written_is_wrong_input(slicewise, tmp_path):
    records(tmp_path / "records")
    done = slicewise("calibrate", "records", "-o", "/dev/full")
    assert done.returncode == 2
    assert done.stdout.startswith("Tesla T4: slice 209")  # what was found is still told
    assert done.stderr.startswith("-o /dev/full: cannot be written: No space left")
    done = slicewise("calibrate", "records", "-o", "/proc/profile.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("-o /proc/profile.yaml: cannot be written")


def test_a_profile_without_a_name_is_refused(slicewise, tmp_path):
    records(tmp_path / "records")
    done = slicewise("calibrate", "records", "-o", "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--output: is empty" in done.stderr


def test_a_copy_of_a_record_counts_once_and_is_named(slicewise, tmp_path):
    records(tmp_path / "records")
    once = slicewise("calibrate", "records").stdout
    (tmp_path / "copy.json").write_text((tmp_path / "records" / "slice.json").read_text())
    twice = slicewise("calibrate", "records", "copy.json").stdout
    said = "set aside: copy.json is the same measurement as records/slice.json and counts once\n"
    assert said in twice
    assert twice.split("\nset aside")[0] == once.split("\nset aside")[0].split("\nNOT IDENTIFIED:")[0]


def test_a_line_end_in_a_name_stays_in_its_line(slicewise, tmp_path):
    records(tmp_path / "records")
    for name in ("slice", "latency"):
        path = tmp_path / "records" / f"{name}.json"
        path.write_text(path.read_text().replace(f'"name": "{name}/', '"name": "two\\nlines/'))
    for verb in ("calibrate", "validate"):
        done = slicewise(verb, "records")
        assert done.returncode == 0, done.stderr
        assert "two\\u{0a}lines/" in done.stdout
        assert not any(line.startswith("lines/") for line in done.stdout.splitlines())
