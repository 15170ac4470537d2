"""The command as a user's shell sees it: text in, text, files and an exit code out."""

import os
import shutil
import subprocess

import pytest

SCENARIO = """\
version: 1
gpu: {instance: g4dn.xlarge}
sharing: {mode: time-slicing, replicas: 3}
workloads:
  - name: detector
    pods: 6
    arrivals: {kind: poisson, rate_per_s: 15}
    request: {gpu_ms: {T4: 8.0}, cpu_ms: 1.0, bursts: 1}
    slo: {p99_ms: 60}
run: {seed: 1, precision: 0.1}
"""


@pytest.fixture(scope="session")
def binary():
    """The command under test: $SLICEWISE_BIN, else `slicewise` on PATH."""
    found = shutil.which(os.environ.get("SLICEWISE_BIN", "slicewise"))
    if found is None:
        pytest.skip("no slicewise command: put it on PATH or name it in SLICEWISE_BIN")
    return found


@pytest.fixture
def slicewise(binary, tmp_path):
    """Runs the command in a folder of its own; never longer than two minutes."""

    def run(*arguments, stdin=None, **options):
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run(
            [binary, *map(str, arguments)],
            input=stdin,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=120,
            cwd=tmp_path,
            **options,
        )

    return run


@pytest.fixture
def scenario(tmp_path):
    """A small scenario that has a plan; `scenario(old=new)` is one with a piece of its text exchanged."""

    def write(old="", new="", name="fleet.yaml"):
        assert old in SCENARIO
        (tmp_path / name).write_text(SCENARIO.replace(old, new) if old else SCENARIO)
        return name

    return write
