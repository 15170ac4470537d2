"""Inputs made to hurt: exit 2 (or 1 where stdout fails), soon, in little memory, with nothing half-written."""

import os
import resource
import subprocess
import sys

import pytest

from conftest import SCENARIO

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits as Linux has them")

MEMORY = 500 << 20
CPU_S = 10

# Each verb that reads a file, up to where the file stands.
VERBS = [["simulate"], ["plan"], ["validate"], ["sweep", "--vary", "run.seed=1,2"]]
every_verb = pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@pytest.fixture
def refused(slicewise):
    """Runs the command under limits; returns stderr's lines after an exit with 2."""

    def run(*arguments, **options):
        done = slicewise(*arguments, preexec_fn=limit, **options)
        assert done.returncode == 2, done.stderr[-2000:]
        assert done.stdout == ""
        lines = done.stderr.splitlines()
        assert 1 <= len(lines) <= 1001
        assert all(len(line) < 2000 for line in lines)
        return lines

    return run


def scenario_with(old, new):
    assert old in SCENARIO
    return SCENARIO.replace(old, new).encode()


def bomb(levels, width=9):
    """Aliases that stand for width ** levels values."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines).encode()


HOSTILE = {
    "nested lists": b"[" * 100_000,
    "nested lists, closed": b"[" * 100_000 + b"]" * 100_000,
    "nested maps": b"{a: " * 100_000,
    "nested block maps": b"\n".join(b" " * n + b"a:" for n in range(2000)),
    "nested dashes": b"- " * 100_000,
    "nested question marks": b"? " * 100_000,
    "nested tags": b"!a " * 100_000,
    "nested quotes": b"'" * 100_001,
    "alias bomb": bomb(30),
    "alias in itself": b"version: &v [*v]\n",
    "a million anchors": b"".join(b"&a%d " % n for n in range(200_000)),
    "a million keys": b"".join(b"k%d: 1\n" % n for n in range(1_000_000))[: 4 << 20],
    "a key a million times": b"k: 1\n" * 800_000,
    "a long key": b"k" * 4_000_000 + b": 1\n",
    "a long line": b"version: " + b"9" * 4_000_000,
    "NUL bytes": b"\0" * 100_000,
    "a NUL within": SCENARIO.encode().replace(b"detector", b"detec\0tor"),
    "broken UTF-8": SCENARIO.encode().replace(b"detector", b"detec\xff\xfetor"),
    "overlong UTF-8": SCENARIO.encode().replace(b"detector", b"detec\xc0\xaftor"),
    "half a surrogate": SCENARIO.encode().replace(b"detector", b"detec\xed\xa0\x80tor"),
    "UTF-16": SCENARIO.encode("utf-16"),
    "an escape sequence": SCENARIO.encode().replace(b"detector", b"\x1b[2Jdetector"),
    "a billion pods": scenario_with("pods: 6", "pods: 1000000000"),
    "all limits at once": scenario_with("pods: 6", "pods: 100000\n    processes: 1024\n    streams: 1024"),
    "a huge number": scenario_with("rate_per_s: 15", "rate_per_s: 1e999999999999"),
    "a long number": scenario_with("rate_per_s: 15", "rate_per_s: 1" + "0" * 100_000),
    "a million names": b"version: 1\nworkloads:\n" + b"  - {name: a}\n" * 90_000,
    "a device as a trace": scenario_with("{kind: poisson, rate_per_s: 15}", "{kind: trace, file: /dev/zero, unit: s}"),
    "a device as a profile": scenario_with("{instance: g4dn.xlarge}", "{model: T4, profile: /dev/zero}"),
}


# All verbs read with the same reader, but for validate, whose files hold scenarios.
CASES = [(verb, case) for verb in VERBS for case in HOSTILE if verb[0] in ("simulate", "validate") or "bomb" in case]


@pytest.mark.parametrize(("verb", "case"), CASES, ids=lambda part: part if isinstance(part, str) else part[0])
def test_a_hostile_file_is_refused_soon(refused, tmp_path, verb, case):
    (tmp_path / "bad.yaml").write_bytes(HOSTILE[case])
    refused(*verb, "bad.yaml")
    assert os.listdir(tmp_path) == ["bad.yaml"]


@every_verb
def test_a_file_of_a_gigabyte_is_refused_unread(refused, tmp_path, verb):
    with open(tmp_path / "big.yaml", "wb") as file:
        file.truncate(1 << 30)
    assert "big.yaml" in refused(*verb, "big.yaml")[0]


@every_verb
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_file_without_end_is_refused(refused, verb, device):
    assert device in refused(*verb, device)[0]


@pytest.mark.parametrize("verb", ["simulate", "plan"])
def test_standard_input_without_end_is_refused(binary, verb):
    with open("/dev/zero", "rb") as zero:
        done = subprocess.run([binary, verb, "-"], stdin=zero, capture_output=True, preexec_fn=limit, timeout=120)
    assert done.returncode == 2
    assert done.stderr.startswith(b"<stdin>")


@pytest.mark.parametrize("kind", ["profile", "trace", "samples"])
@pytest.mark.parametrize("content", ["zeros", "bomb", "deep", "text", "long"])
def test_a_hostile_file_beside_the_scenario_is_refused_soon(refused, tmp_path, kind, content):
    with open(tmp_path / "data", "wb") as file:
        if content == "zeros":
            file.truncate(1 << 30)
        else:
            file.write({"bomb": bomb(30), "deep": b"[" * 100_000, "text": b"no\n" * 500_000,
                        "long": b"1" * 3_000_000}[content])  # fmt: skip
    old, new = {
        "profile": ("{instance: g4dn.xlarge}", "{model: T4, profile: data}"),
        "trace": ("{kind: poisson, rate_per_s: 15}", "{kind: trace, file: data, unit: s}"),
        "samples": ("{T4: 8.0}", "{dist: empirical, file: data}"),
    }[kind]
    (tmp_path / "fleet.yaml").write_bytes(scenario_with(old, new))
    refused("simulate", "fleet.yaml")


@pytest.mark.parametrize(
    "change",
    ["a" * 100_000 + "=1", "a." * 50_000 + "b=1", "workloads[99999999999999999999]=1", "workloads[0]=" + "[" * 100_000,
     "workloads[0].name=" + "x" * 100_000, "gpu=&a [*a]", "=", "run..seed=1", "run.seed=\xff"],
    ids=lambda change: change[:30],
)  # fmt: skip
def test_a_hostile_change_is_refused(refused, scenario, change):
    lines = refused("simulate", scenario(), "--set", change)
    assert lines[0].startswith("--set ")


def test_a_hostile_axis_is_refused(refused, scenario):
    long = 100_000
    for axis in ["run.seed=0:99999999999", "run.seed=" + "," * long, "a" * long + "=1:3", "run.seed=" + "[" * long]:
        assert refused("sweep", scenario(), "--vary", axis)[0].startswith("--vary ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("verb", [["simulate"], ["plan", "--max-replicas", "2"], ["sweep", "--vary", "run.seed=1"]])
def test_a_full_disk_is_told(slicewise, scenario, verb):
    with open("/dev/full", "w") as full:
        done = slicewise(*verb, scenario(), stdout=full)
    assert done.returncode == 1
    assert "cannot write to stdout" in done.stderr


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="no /proc here")
def test_a_folder_that_takes_no_files_is_told(slicewise, scenario):
    """Even root cannot make files there."""
    done = slicewise("plan", scenario(), "--max-replicas", "2", "-o", "/proc/slicewise/out")
    assert done.returncode == 2
    assert "/proc/slicewise" in done.stderr
    done = slicewise("simulate", scenario("precision: 0.1", "precision: 0.0001"), "--trace", "/proc/slicewise.json")
    assert (done.returncode, done.stdout) == (2, "")  # known before the run


@pytest.mark.parametrize("bytes_left", [0, 100])
def test_files_that_cannot_be_finished_are_not_left_behind(slicewise, scenario, tmp_path, bytes_left):
    """A limit on file sizes stands for a disk that fills up while we write."""

    def fill():
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left))

    name = scenario()
    options = {"preexec_fn": fill, "restore_signals": False}  # Python ignores SIGXFSZ, and so the command does
    done = slicewise("plan", name, "--max-replicas", "2", "-o", "out", **options)
    assert done.returncode == 2
    assert "out" in done.stderr
    assert not (tmp_path / "out").exists() or os.listdir(tmp_path / "out") == []
    done = slicewise("simulate", name, "--trace", "trace.json", **options)
    assert done.returncode == 2
    assert os.listdir(tmp_path) == ["fleet.yaml"]
    (tmp_path / "trace.json").write_text("old")
    done = slicewise("simulate", name, "--trace", "trace.json", **options)
    assert done.returncode == 2
    assert (tmp_path / "trace.json").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["fleet.yaml", "trace.json"]


def test_a_symbolic_link_stays_and_its_target_is_written(slicewise, scenario, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "old.json").write_text("old")
    (tmp_path / "kept" / "old.json").chmod(0o640)
    os.symlink("kept/old.json", tmp_path / "link.json")
    os.symlink("kept/new.json", tmp_path / "dangling.json")
    for link, target in [("link.json", "old.json"), ("dangling.json", "new.json")]:
        assert slicewise("simulate", scenario(), "--trace", link).returncode == 0
        assert (tmp_path / link).is_symlink()
        assert (tmp_path / "kept" / target).read_text().startswith('{"displayTimeUnit"')
    assert (tmp_path / "kept" / "old.json").stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path / "kept")) == ["new.json", "old.json"]
    os.symlink("loop.json", tmp_path / "loop.json")
    os.symlink("absent/new.json", tmp_path / "nowhere.json")
    for link in ("loop.json", "nowhere.json"):
        done = slicewise("simulate", scenario(), "--trace", link)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"--trace {link}: ")
        assert (tmp_path / link).is_symlink()


@pytest.mark.parametrize("verb", [["simulate", "fleet.yaml"], ["catalog", "gpus"]], ids=lambda words: words[0])
@pytest.mark.parametrize("text", ["{", "", "version: 1\n", "zzz\n"])
def test_a_catalogue_of_ones_own_that_is_wrong_is_told_and_never_replaced(slicewise, scenario, tmp_path, verb, text):
    scenario()
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mig.yaml").write_text(text)
    for folder in ("own", "nowhere"):
        done = slicewise(*verb, env={**os.environ, "SLICEWISE_CATALOG": str(tmp_path / folder)})
        assert done.returncode == 2
        assert done.stdout == ""
        assert folder in done.stderr
