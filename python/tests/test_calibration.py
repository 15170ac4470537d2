"""Calibration: frames, pictures, files, and records that are wrong."""

import json
import random
from pathlib import Path

import pytest

import slicewise as sw

SLICE_NS, SWITCH_NS = 2_097_152, 190_000


def record(measurement, runs, **changes):
    return {
        "record": "slicewise-measurement", "version": 1, "measurement": measurement,
        "tool": {"name": "test", "version": "1"}, "started": "2026-11-30T12:00:00Z", "elapsed_s": 1,
        "device": {"kind": "gpu", "name": "Tesla T4", "id": "GPU-1", "sms": 40, "memory_mib": 15360},
        "driver": "580.95.05", "runtime": "CUDA 13.0", "mode": "time-slicing",
        "conditions": {"scheduler": None, "timer_tick_ns": 32, "warnings": []}, "runs": runs,
        **changes,
    }  # fmt: skip


def series(name, samples, process=None, unit="ns"):
    return {"name": name, "unit": unit, "process": process, "measured": len(samples), "samples": samples}


def turns(processes, bits):
    start, length, busy, now = [], [], [], 0.0
    for _ in range(40):
        now += SLICE_NS + bits.gauss(0, 1000)
        gap = (processes - 1) * SLICE_NS + processes * SWITCH_NS + bits.gauss(0, 1000)
        start.append(now)
        length.append(gap)
        busy.append(SLICE_NS + bits.gauss(0, 1000))
        now += gap
    return {
        "name": f"slice/processes:{processes}", "parameters": {"processes": processes}, "skipped": None,
        "series": [series("gap_start", start, 0), series("gap_length", length, 0), series("busy_length", busy, 0)],
    }  # fmt: skip


def latency(processes, request_ns, bits):
    each = request_ns if processes == 1 else processes * (request_ns + SWITCH_NS)
    samples = [each + bits.gauss(0, 0.01 * request_ns) for _ in range(300)]
    window = sum(samples)
    return {
        "name": f"latency/processes:{processes}",
        "parameters": {"processes": processes, "request": "short", "bursts": 1, "host_us": 0, "loop": "closed", "think_us": 0},
        "skipped": None,
        "series": [
            one
            for process in range(processes)
            for one in (
                series("latency", samples, process),
                series("completions", [300], process, "1"),
                series("window", [window], process),
            )
        ],
    }  # fmt: skip


@pytest.fixture
def records(tmp_path):
    bits = random.Random(1)
    folder = tmp_path / "records"
    folder.mkdir()
    costs = {kind: [SWITCH_NS + bits.gauss(0, 2000) for _ in range(200)] for kind in ("preempt", "voluntary", "idle")}
    switches = [
        {"name": f"switch/{kind}", "parameters": {}, "skipped": None, "series": [series(f"switch_{kind}", samples)]}
        for kind, samples in costs.items()
    ]
    for one in (
        record("slice", [turns(n, bits) for n in (2, 3)]),
        record("switch", switches),
        record("latency", [latency(n, 300_000, bits) for n in (1, 2, 3, 4)]),
    ):
        (folder / f"{one['measurement']}.json").write_text(json.dumps(one))
    return folder


def test_a_profile_is_fitted_saved_and_used(records, tmp_path):
    fit = sw.calibrate(records)
    profile = fit.profile.set_index("parameter")
    assert profile.loc["slice_us", "nominal"] == pytest.approx(2097.152, rel=0.01)
    assert profile.loc["preempt_us", "nominal"] == pytest.approx(190, rel=0.05)
    assert profile.loc["preempt_us", "identified"]
    assert not profile.loc["host_contention", "identified"]
    assert fit.residuals["error_pct"].abs().max() < 1
    path = tmp_path / "profile.yaml"
    fit.save(path)
    fit.save(path)  # replaces
    assert path.read_text() == fit.text
    work = sw.Workload(name="w", pods=2, arrivals=sw.closed(), request=sw.Request(gpu_ms=20.0))
    scenario = sw.scenario(
        gpu=sw.Gpu(model="T4", profile=str(path)), sharing=sw.time_slicing(replicas=2), workloads=[work], run=sw.Run(duration_s=20)
    )
    report = sw.simulate(scenario)
    assert report.gpus[0].switch_fraction == pytest.approx(190 / (190 + 2097), rel=0.05)
    assert not any("assumed" in text and "slice" in text for text in report.assumptions)


def test_files_and_a_folder_give_the_same_fit(records):
    files = sorted(records.iterdir())
    assert sw.calibrate(files).json == sw.calibrate(str(records)).json


def test_a_profile_is_not_written_over_a_record(records, tmp_path):
    (tmp_path / "link.yaml").symlink_to(records / "slice.json")
    before = {path.name: path.read_text() for path in records.iterdir()}
    for fit in (sw.calibrate(records), sw.calibrate(sorted(records.iterdir()))):
        for path in (records / "slice.json", records / ".." / records.name / "slice.json", tmp_path / "link.yaml"):
            with pytest.raises(sw.ScenarioError, match="is the record .*slice.json, which is read"):
                fit.save(path)
    assert {path.name: path.read_text() for path in records.iterdir()} == before


def test_records_of_another_device_are_all_named(records):
    for name in ("slice", "switch"):
        path = records / f"{name}.json"
        path.write_text(path.read_text().replace("Tesla T4", "NVIDIA A10G"))
    with pytest.raises(sw.ScenarioError) as raised:
        sw.calibrate(records)
    assert len(raised.value.issues) == 2
    assert all("another device" in issue.what for issue in raised.value.issues)


def test_a_profile_never_replaces_the_catalogue_in_use(records, tmp_path, monkeypatch):
    fit = sw.calibrate(records)
    gpus = tmp_path / "gpus.yaml"
    gpus.write_text("of the user")
    monkeypatch.setenv("SLICEWISE_CATALOG", str(tmp_path))
    with pytest.raises(sw.ScenarioError, match="catalogue"):
        fit.save(gpus)
    assert gpus.read_text() == "of the user"


def test_latencies_are_predicted(records):
    table = sw.validate(records)
    frame = table.frame()
    assert set(frame["role"]) == {"fit", "validate"}
    judged = frame[(frame["role"] == "validate") & (frame["metric"] != "p99_ms")]
    assert len(judged) == 4
    assert judged["error_pct"].abs().max() < 5
    assert any("1st, 4th, 7th" in note for note in table.notes)
    assert sw.validate(records).json == table.json


def test_validation_files_are_predicted(tmp_path):
    case = Path(__file__).parents[2] / "data" / "validation" / "nos-yolos-a100.yaml"
    frame = sw.validate(case).frame()
    assert len(frame) > 0
    assert frame["met"].all()


def test_pictures(records):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = sw.calibrate(records).plot()
    assert len(axes.get_yticklabels()) >= 3
    axes = sw.validate(records).plot()
    assert axes.get_xlabel().startswith("measured")
    assert "slicewise.Calibration" in repr(sw.calibrate(records))
    assert "<table" in sw.calibrate(records)._repr_html_()


def test_a_validation_without_rows_has_an_empty_table_and_an_empty_picture() -> None:
    nothing = {"verdict": "interrupted", "notes": [], "interrupted": True, "rows": []}
    validation = sw.Validation(json.dumps(nothing))
    assert validation.frame().empty
    assert list(validation.frame().columns)[:2] == ["case", "role"]
    assert validation.plot() is not None
