#!/usr/bin/env python3
"""What slicewise-bench-cuda says before it measures: list, wrong arguments, no GPU.

    arguments.py PROGRAM bench/run_device.sh
"""
import pathlib
import subprocess
import sys
import tempfile

MEASUREMENTS = ["timer", "slice", "switch", "ring", "latency", "mps", "mig", "memory"]


def main() -> None:
    program = sys.argv[1]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120)

    listed = run("--list")
    assert listed.returncode == 0 and not listed.stderr, listed
    lines = [line.split(maxsplit=1) for line in listed.stdout.splitlines()]
    assert [line[0] for line in lines] == MEASUREMENTS, listed
    assert all(len(line) == 2 and line[1] for line in lines), "each has a description"

    wrong = run("clocks", "--seconds", "-1", "--clocks")
    assert wrong.returncode == 2 and not wrong.stdout, wrong
    assert len(wrong.stderr.splitlines()) == 4, wrong.stderr  # each problem, and that --out is missing
    for word in ("clocks", "--seconds", "--clocks", "--out"):
        assert word in wrong.stderr, wrong.stderr

    with tempfile.NamedTemporaryFile() as file:  # a file is no folder: said before minutes are spent on measuring
        no_folder = run("--out", file.name + "/records", "--seconds", "1e9")
        assert no_folder.returncode == 2 and len(no_folder.stderr.splitlines()) == 2, no_folder
        assert f"--out {file.name}/records: " in no_folder.stderr, no_folder.stderr
        assert "--seconds 1e9: is outside 0.1..86400" in no_folder.stderr, no_folder.stderr

    with tempfile.TemporaryDirectory() as folder:
        measured = run("timer", "--out", folder, "--seconds", "2", "--benchmark_filter=launch")
        if measured.returncode == 77:
            assert len(measured.stderr.splitlines()) == 1 and not measured.stdout, measured
            print("no GPU here, and it says so:", measured.stderr.strip())
        else:
            assert measured.returncode == 0, measured
            print("measured the timer of a GPU")

    if not pathlib.Path("/dev/nvidiactl").exists() and not pathlib.Path("/dev/dxg").exists():
        script = subprocess.run([sys.argv[2]], capture_output=True, text=True, timeout=60)
        assert script.returncode == 77 and len(script.stderr.splitlines()) == 1 and not script.stdout, script


if __name__ == "__main__":
    main()
