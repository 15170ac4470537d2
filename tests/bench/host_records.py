#!/usr/bin/env python3
"""Runs slicewise-bench-host for a few seconds and checks what it writes: structure, not times.

    host_records.py PROGRAM FOLDER
"""
import json
import pathlib
import shutil
import subprocess
import sys

MEASUREMENTS = ["latency", "memory", "ring", "slice", "switch", "timer"]
SERIES = {
    "timer": {"tick", "clock_rate"},
    "slice": {"gap_start", "gap_length", "busy_length", "entry_wait"},
    "switch": {"switch_preempt", "switch_voluntary", "switch_idle"},
    "ring": {"order"},
    "latency": {"latency", "completions", "window"},
    "memory": set(),
}
SETTINGS = [pathlib.Path("/proc/sys/kernel") / name for name in ("sched_rr_timeslice_ms", "sched_rt_runtime_us")]


def settings() -> list[str]:
    return [path.read_text() for path in SETTINGS if path.exists()]


def check_series(one: dict, where: str) -> None:
    samples = one["samples"]
    assert one["unit"] in ("ns", "1", "MHz", "process"), where
    assert one["stopped"] in ("time", "count"), where
    assert one["measured"] >= len(samples) and one["dropped"] >= 0, where
    assert (one["quantiles"] is None) == (not samples), where
    if samples:
        assert min(samples) >= 0, where
        assert one["quantiles"]["p50"] <= one["quantiles"]["p90"] <= one["quantiles"]["p99"] <= one["quantiles"]["max"], where
        assert one["measured"] > len(samples) or one["quantiles"]["max"] == max(samples), where


def check_latency(run: dict, where: str) -> None:
    asked = run["parameters"]
    measured = 1 if asked["neighbours"] == "busy" else asked["processes"]
    by_name = {name: [s for s in run["series"] if s["name"] == name] for name in SERIES["latency"]}
    for name, found in by_name.items():
        assert [s["process"] for s in found] == list(range(measured)), f"{where}: {name}"
    for latency, completions, window in zip(*(by_name[name] for name in ("latency", "completions", "window"))):
        assert completions["samples"] == [latency["measured"]], where
        assert window["samples"][0] > 0, where


def check_record(path: pathlib.Path) -> dict[str, str]:
    record = json.loads(path.read_text())
    assert record["record"] == "slicewise-measurement" and record["version"] == 1, path
    assert record["measurement"] == path.stem and record["tool"]["name"] == "slicewise-bench-host", path
    assert record["device"]["kind"] == "cpu" and record["device"]["name"] and record["driver"], path
    assert record["mode"] == "time-slicing" and record["conditions"]["scheduler"], path
    assert record["runs"], path
    skipped, seen = {}, set()
    names = [run["name"] for run in record["runs"]]
    assert len(set(names)) == len(names), path
    for run in record["runs"]:
        where = f"{path}: {run['name']}"
        assert run["name"].split("/")[0] == record["measurement"], where
        assert (run["skipped"] is None) == bool(run["series"]), f"{where}: skipped means no series, and the other way round"
        if run["skipped"]:
            skipped[run["name"]] = run["skipped"]
        elif record["measurement"] == "latency":
            check_latency(run, where)
        for one in run["series"]:
            seen.add(one["name"])
            check_series(one, f"{where}: {one['name']} {one['process']}")
    assert seen <= SERIES[record["measurement"]], path
    missing = SERIES[record["measurement"]] - seen - {"clock_rate"}  # not on every architecture
    assert not missing, f"{path}: no {missing}"
    return skipped


def check_usage(program: str) -> None:
    wrong = subprocess.run([program, "latence", "--seconds", "x"], capture_output=True, text=True)
    assert wrong.returncode == 2 and len(wrong.stderr.splitlines()) == 3 and not wrong.stdout, wrong
    known = subprocess.run([program, "--list"], capture_output=True, text=True)
    assert known.returncode == 0 and sorted(line.split()[0] for line in known.stdout.splitlines()) == MEASUREMENTS, known


def main(program: str, folder: str) -> None:
    check_usage(program)
    out = pathlib.Path(folder)
    shutil.rmtree(out, ignore_errors=True)
    before = settings()
    subprocess.run([program, "--seconds", "8", "--slice-ms", "8", "--out", out], check=True, timeout=120)
    assert settings() == before, "the kernel's settings are put back"
    assert sorted(path.name for path in out.iterdir()) == [f"{name}.json" for name in MEASUREMENTS]
    for name in MEASUREMENTS:
        for run, why in check_record(out / f"{name}.json").items():
            print(f"skipped: {run}: {why}")
    print(f"{len(MEASUREMENTS)} records are as bench/record/README.md says")


if __name__ == "__main__":
    main(*sys.argv[1:])
