#!/usr/bin/env python3
"""Runs all of slicewise-bench-cuda but its kernels, on an emulated GPU: who waits for whom, what is written, what an
interrupt leaves. Structure, not times.     emulated.py PROGRAM FOLDER
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

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
            allowed = ("is not installed here", "this GPU is not partitioned", "no sample in its time")
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


def main() -> None:
    program, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tools = folder / "tools"
    tools.mkdir()
    log = folder / "daemon-log"
    plain = dict(os.environ, PATH="/usr/bin:/bin")
    daemon = dict(plain, PATH=f"{tools}:/usr/bin:/bin", DAEMON_LOG=str(log))
    (tools / "nvidia-cuda-mps-control").write_text(DAEMON)
    (tools / "nvidia-cuda-mps-control").chmod(0o755)

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
        assert found["seen"] == series, f"{name}: {series - found['seen']} missing"
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
    print("ok")


if __name__ == "__main__":
    main()
