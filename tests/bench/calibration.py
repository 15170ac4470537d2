#!/usr/bin/env python3
"""Measures a core, calibrates on the records, and predicts what the calibration did not see: the whole way, for real.

    calibration.py BENCH SLICEWISE FOLDER

Machines that others use are noisy, so a prediction is judged by medians over all scenarios, and the whole is tried
again before it counts as failed. Where every try was disturbed, as the records themselves say, the predictions tell
nothing about the program: exit 77, skipped, with what disturbed it. So it is without SCHED_RR, where a core is no
time-sliced device.
"""
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

TRIES = 3
MEDIAN_ERROR_PCT = 10  # of p50 and of throughput, over the scenarios that set no parameter
WORST_ERROR_PCT = 40
SKIPPED = 77


def output(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def problems(bench: str, slicewise: str, folder: pathlib.Path) -> tuple[list[str], list[str]]:
    """What is wrong with one try (none if predictions are as good as they should be), and what disturbed it."""
    shutil.rmtree(folder, ignore_errors=True)
    output(bench, "slice", "switch", "ring", "latency", "--seconds", "30", "--processes", "3", "--out", folder)
    conditions = json.loads((folder / "slice.json").read_text())["conditions"]
    if not conditions["scheduler"].startswith("SCHED_RR"):
        print("\n".join(conditions["warnings"]))
        sys.exit(SKIPPED)
    profile = folder / "profile.yaml"
    fit = json.loads(output(slicewise, "calibrate", folder, "--json", "-o", profile))
    print(fit["verdict"])
    assert profile.exists() and fit["device"]["kind"] == "cpu"
    found = []
    slice_us = next(one for one in fit["parameters"] if one["name"] == "slice_us")
    asked_us = conditions["facts"]["slice_ms_asked"] * 1000
    if not 0.9 * asked_us < slice_us["nominal"] < 1.1 * asked_us and not conditions["warnings"]:
        found.append(f"the slice is {slice_us['nominal']} us, {asked_us} were asked for")
    if fit["ring"]["value"] != "arrival":
        found.append(f"SCHED_RR serves in order of arrival, not of {fit['ring']}")
    report = json.loads(output(slicewise, "validate", folder, "--json"))
    print(report["verdict"])
    for metric in ("p50_ms", "throughput_per_s"):
        rows = [row for row in report["rows"] if row["metric"] == metric and row["role"] == "validate"]
        assert len(rows) >= 5, f"{len(rows)} rows of {metric}"
        errors = [abs(row["error_pct"]) for row in rows]
        print(f"{metric}: median error {statistics.median(errors):.1f} %, worst {max(errors):.1f} %, {len(errors)} scenarios")
        if statistics.median(errors) > MEDIAN_ERROR_PCT or max(errors) > WORST_ERROR_PCT:
            found += [f"{row['case']} {metric}: {row['error_pct']:+.1f} %" for row in rows]
    records = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    warnings = [(record["measurement"], text) for record in records for text in record["conditions"]["warnings"]]
    # A virtual machine's timer interrupts are there always, and in the times alone too: no excuse.
    return found, [f"{measurement}: {text}" for measurement, text in warnings if "alone on the core was off it" not in text]


def main(bench: str, slicewise: str, folder: str) -> int:
    always_disturbed = True
    for attempt in range(TRIES):
        found, noise = problems(bench, slicewise, pathlib.Path(folder))
        if not found:
            return 0
        always_disturbed = always_disturbed and bool(noise)
        print(f"try {attempt + 1} of {TRIES}:", *found, *noise, sep="\n  ")
    return SKIPPED if always_disturbed else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
