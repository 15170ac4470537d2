#!/usr/bin/env python3
"""Runs all of slicewise-bench-cuda but its kernels, on an emulated GPU: who waits for whom, what is written, what an
interrupt leaves; and bench/run_device.sh around it. Structure, not times;
only what `slicewise calibrate` finds in the records must be what the emulated GPU has.    emulated.py PROGRAM SCRIPT SLICEWISE FOLDER
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

# What each record must have, and may have: a slow host leaves no time for the rest.
MUST = {"timer": "tick", "slice": "busy_length", "switch": "switch_preempt", "ring": "order", "latency": "latency",
        "mps": "latency", "memory": "context_mib"}
SERIES = {
    "timer": {"tick", "clock_rate", "timer_drift"},
    "slice": {"gap_start", "gap_length", "busy_length", "grid_entry", "entry_wait"},
    "switch": {"switch_preempt", "switch_preempt_to_short", "switch_voluntary", "switch_idle", "launch_own", "refill",
               "step_alone"},
    "ring": {"order", "visit_start", "newcomer_wait", "newcomer_by_creation", "newcomer_by_arrival"},
    "latency": {"latency", "completions", "window"},
    "mps": {"latency", "completions", "window", "percentage", "multiprocessors"},
    "mig": set(),
    "memory": {"context_mib", "first_context_and_reserve_mib", "launch", "round_trip", "round_trip_sleeping",
               "copy_to_device", "copy_to_host", "allocatable_mib", "free_mib"},
}
# A stand-in with the daemon's manners: -f serves its pipe until "quit", without arguments it passes commands on.
DAEMON = """#!/usr/bin/env bash
if [[ "${1:-}" == -f ]]; then
  echo "$$ $CUDA_MPS_PIPE_DIRECTORY" >>"$DAEMON_LOG"
  mkfifo "$CUDA_MPS_PIPE_DIRECTORY/control"
  exec 3<>"$CUDA_MPS_PIPE_DIRECTORY/control"
  while read -r line <&3; do
    echo "$line" >>"$DAEMON_LOG"
    if [[ $line == quit* ]]; then exit 0; fi
  done
else
  while read -r line; do echo "$line" >"$CUDA_MPS_PIPE_DIRECTORY/control"; done
fi
"""


def check_record(path: pathlib.Path, interrupted: bool = False) -> dict:
    record = json.loads(path.read_text())
    assert record["record"] == "slicewise-measurement" and record["version"] == 1, path
    assert record["measurement"] == path.stem and record["tool"]["name"] == "slicewise-bench-cuda", path
    assert record["device"]["kind"] == "gpu" and record["device"]["name"] == "emulated, not a GPU", path
    names = [run["name"] for run in record["runs"]]
    assert names and len(set(names)) == len(names), path
    seen = set()
    for run in record["runs"]:
        where = f"{path}: {run['name']}"
        assert run["name"].split("/")[0] == record["measurement"], where
        assert (run["skipped"] is None) == bool(run["series"]), where
        for one in run["series"]:
            seen.add(one["name"])
            assert one["measured"] >= len(one["samples"]) and one["dropped"] >= 0, where
            assert one["stopped"] in ("time", "count", "interrupted"), where
        if not interrupted:
            allowed = ("is not installed here", "this GPU is not partitioned", "no sample in its time", "no time left")
            assert run["skipped"] is None or any(text in run["skipped"] for text in allowed), f"{where}: {run['skipped']}"
    assert seen <= SERIES[path.stem], seen - SERIES[path.stem]
    return {"record": record, "seen": seen}


def alive(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def processes_of(program: str) -> list[int]:
    found = []
    for link in pathlib.Path("/proc").glob("[0-9]*/exe"):
        try:
            if os.readlink(link) == program:
                found.append(int(link.parent.name))
        except OSError:
            pass
    return found


def check_calibration(slicewise: str, folder: pathlib.Path) -> None:
    """The way from logs to a profile: the numbers of tests/bench/cuda/emulated/gpu.hpp, on its own timer. What the host adds
    to a switch, when others use it, is within the bounds."""
    records = [str(folder / "all" / f"{name}.json") for name in ("slice", "switch", "ring")]
    done = subprocess.run([slicewise, "calibrate", *records, "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
    found = {one["name"]: one for one in json.loads(done.stdout)["parameters"]}
    for name, true_us, within in (("slice_us", 4000, 0.02), ("preempt_us", 300, 0.2), ("voluntary_us", 200, 0.5)):
        nominal = found[name]["nominal"]
        if not found[name]["identified"]:
            print(f"{name}: not identified")
            continue
        print(f"{name}: {nominal:.1f} for {true_us}")
        assert abs(nominal - true_us) <= within * true_us, found[name]


def check_benchmark_arguments(program: str, folder: pathlib.Path, env: dict[str, str]) -> None:
    """Google Benchmark's own options reach it."""
    theirs = folder / "launch.json"
    done = subprocess.run([program, "memory", "--out", str(folder / "filtered"), "--seconds", "8", "--benchmark_filter=^launch",
                           "--benchmark_repetitions=2", f"--benchmark_out={theirs}"], capture_output=True, text=True, env=env,
                          timeout=60)
    assert done.returncode == 0 and not done.stdout, done
    names = {one["run_name"] for one in json.loads(theirs.read_text())["benchmarks"]}
    assert len(names) == 1 and names.pop().startswith("launch/"), names
    runs = {run["name"]: run for run in json.loads((folder / "filtered" / "memory.json").read_text())["runs"]}
    assert runs["memory/launch"]["series"][0]["measured"] > 0
    assert runs["memory/round_trip"]["skipped"] == "left out by --benchmark_filter"


def check_script(program: str, script: str, folder: pathlib.Path, env: dict[str, str]) -> None:
    """bench/run_device.sh, with stand-ins for what builds: all it does around the benchmark."""
    build = folder / "build"
    build.mkdir()
    (build / "slicewise-bench-cuda").symlink_to(program)
    for tool in ("nvidia-smi", "cmake", "nvcc", "g++", "compute-sanitizer"):
        # The sanitizer's stand-in runs the program it is given: all after "--error-exitcode N".
        text = 'shift 4; exec "$@"' if tool == "compute-sanitizer" else "exit 0"
        path = folder / "tools" / tool
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    env = dict(env, BUILD=str(build), OUT=str(folder / "device"), LIMIT_S="100")
    done = subprocess.run([script], capture_output=True, text=True, env=env, timeout=200)
    assert done.returncode == 0 and not done.stdout, done
    assert "compute-sanitizer memcheck: nothing found" in done.stderr and "8 records" in done.stderr, done.stderr
    assert len(list((folder / "device").iterdir())) <= 8

    env.update(OUT=str(folder / "device-interrupted"), LIMIT_S="200")
    bench = subprocess.Popen([script], stderr=subprocess.PIPE, text=True, env=env, start_new_session=True)
    wait_for(folder / "device-interrupted", 60)
    time.sleep(2)
    bench.terminate()
    _, said = bench.communicate(timeout=60)
    assert bench.returncode == 130 and "interrupted" in said, said
    for path in (folder / "device-interrupted").iterdir():
        check_record(path, interrupted=True)
    assert not processes_of(program), "no process is left"

    for tool in ("cmake", "nvcc", "g++"):  # a program that was built elsewhere needs none of them
        (folder / "tools" / tool).write_text("#!/bin/sh\nexit 1\n")
    ready = subprocess.run([script], capture_output=True, text=True, env=dict(env, BENCH=program, LIMIT_S="9"), timeout=100)
    assert ready.returncode == 1 and "s of 9 are left" in ready.stderr, ready
    absent = subprocess.run([script], capture_output=True, text=True, env=dict(env, BENCH="absent"))
    assert absent.returncode == 2 and "absent is not a program" in absent.stderr, absent

    wrong = subprocess.run([script], capture_output=True, text=True, env=dict(env, LIMIT_S="soon"))
    assert wrong.returncode == 2 and len(wrong.stderr.splitlines()) == 1, wrong


def wait_for(path: pathlib.Path, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"no {path}"
        time.sleep(0.1)


def main() -> None:
    program, script, slicewise = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:4])
    folder = pathlib.Path(sys.argv[4]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tools = folder / "tools"
    tools.mkdir()
    log = folder / "daemon-log"
    plain = dict(os.environ, PATH="/usr/bin:/bin")
    daemon = dict(plain, PATH=f"{tools}:/usr/bin:/bin", DAEMON_LOG=str(log))
    (tools / "nvidia-cuda-mps-control").write_text(DAEMON)
    (tools / "nvidia-cuda-mps-control").chmod(0o755)

    checked = subprocess.run([program, "--check-kernels"], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0 and "WRONG" not in checked.stdout, checked

    # Everything, with its own MPS daemon.
    out = folder / "all"
    start = time.monotonic()
    done = subprocess.run([program, "--out", str(out), "--seconds", "40"], capture_output=True, text=True, env=daemon,
                          timeout=300)
    assert done.returncode == 0, done
    print(f"all: {time.monotonic() - start:.1f} s of 40")
    assert sorted(path.stem for path in out.iterdir()) == sorted(SERIES), list(out.iterdir())
    for name, series in SERIES.items():
        found = check_record(out / f"{name}.json")
        assert name not in MUST or MUST[name] in found["seen"], name
        if found["seen"] != series:
            print(f"{name}: no time for {sorted(series - found['seen'])}")
    pid, pipe = log.read_text().splitlines()[0].split()
    assert not alive(int(pid)) and not pathlib.Path(pipe).exists(), "the daemon was stopped"

    # Interrupted, by the terminal's signal to the whole group and by one to the program alone; MPS is stopped again.
    for name, to_group in (("slice", True), ("latency", False), ("mps", False)):
        log.unlink(missing_ok=True)
        out = folder / f"interrupted-{name}"
        bench = subprocess.Popen([program, name, "--out", str(out), "--seconds", "100"], stderr=subprocess.PIPE, text=True,
                                 env=daemon, start_new_session=True)
        time.sleep(4)
        if to_group:
            os.killpg(bench.pid, signal.SIGINT)
        else:
            bench.terminate()
        bench.communicate(timeout=60)
        assert bench.returncode == 130, bench.returncode
        check_record(out / f"{name}.json", interrupted=True)
        if name == "mps":
            pid, pipe = log.read_text().splitlines()[0].split()
            assert not alive(int(pid)) and not pathlib.Path(pipe).exists(), "the daemon was stopped"
    assert not processes_of(program), "no process is left"

    # What is missing is skipped with a reason.
    done = subprocess.run([program, "mps", "mig", "--out", str(folder / "none"), "--seconds", "5"], capture_output=True,
                          text=True, env=plain, timeout=60)
    assert done.returncode == 0, done
    for name in ("mps", "mig"):
        assert check_record(folder / "none" / f"{name}.json")["record"]["runs"][0]["skipped"], name

    check_calibration(slicewise, folder)
    check_benchmark_arguments(program, folder, plain)
    check_script(program, script, folder, daemon)
    print("ok")


if __name__ == "__main__":
    main()
