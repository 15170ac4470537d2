"""Whatever is wrong with the input: exit 2, every problem as `file:line: what; fix` on stderr, nothing on stdout."""

import os
import re

import pytest

PLACED = re.compile(r"^\S+:\d+: .+; .+$")

# (what to replace in the scenario, by what): each makes it wrong in one way.
WRONG_VALUES = {
    "unknown key": ("pods: 6", "podz: 6"),
    "unknown gpu": ("{instance: g4dn.xlarge}", "{model: T5000}"),
    "unknown instance": ("g4dn.xlarge", "g4dn.xxlarge"),
    "unknown mode": ("time-slicing", "time-slicng"),
    "wrong type": ("rate_per_s: 15", "rate_per_s: fast"),
    "negative": ("T4: 8.0", "T4: -8.0"),
    "nan": ("T4: 8.0", "T4: .nan"),
    "infinite": ("rate_per_s: 15", "rate_per_s: .inf"),
    "zero rate": ("rate_per_s: 15", "rate_per_s: 0"),
    "one replica": ("replicas: 3", "replicas: 1"),
    "too many replicas": ("replicas: 3", "replicas: 1000000000"),
    "no pods": ("pods: 6", "pods: 0"),
    "no gpu_ms for the card": ("T4: 8.0", "A10G: 8.0"),
    "wrong version": ("version: 1", "version: 2"),
}

WRONG_TEXTS = {
    "empty": "",
    "null": "null\n",
    "list": "- 1\n- 2\n",
    "scalar": "hello\n",
    "garbage": "\x01\x02{]: %&\x7f\n",
    "tabs": "version: 1\n\tgpu: T4\n",
    "open bracket": "version: 1\ngpu: {model: T4\n",
    "cyclic anchors": "version: 1\ngpu: &a {model: *a}\n",
    "many anchors": "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
    + "".join(f"{y}: &{y} [{','.join(['*' + x] * 9)}]\n" for x, y in zip("bcdefgh", "cdefghi")),
    "deep nesting": "[" * 20000,
}


def wrong(run, verb, *arguments, **options):
    done = run(verb, *arguments, **options)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.strip()
    return done.stderr.strip().splitlines()


@pytest.mark.parametrize("verb", ["simulate", "plan"])
@pytest.mark.parametrize("case", WRONG_VALUES)
def test_a_wrong_value_is_placed_and_mended(slicewise, scenario, verb, case):
    lines = wrong(slicewise, verb, scenario(*WRONG_VALUES[case]))
    for line in lines:
        assert line.startswith("fleet.yaml:")
        assert PLACED.match(line), line


@pytest.mark.parametrize("verb", ["simulate", "plan"])
@pytest.mark.parametrize("case", WRONG_TEXTS)
def test_a_wrong_file_is_placed_and_mended(slicewise, tmp_path, verb, case):
    (tmp_path / "bad.yaml").write_text(WRONG_TEXTS[case])
    lines = wrong(slicewise, verb, "bad.yaml")
    assert all(PLACED.match(line) for line in lines), lines


def test_bytes_that_are_no_text_are_refused(slicewise, tmp_path):
    (tmp_path / "bad.yaml").write_bytes(bytes(range(256)) * 10)
    wrong(slicewise, "simulate", "bad.yaml")


@pytest.mark.parametrize("path", ["missing.yaml", ".", "no/such/folder.yaml", ""])
def test_a_file_that_cannot_be_read_is_named(slicewise, path):
    wrong(slicewise, "simulate", path)


def test_all_problems_are_told_at_once(slicewise, tmp_path):
    (tmp_path / "bad.yaml").write_text(
        "version: 1\n"
        "gpu: {model: T4, cout: 2}\n"
        "sharing: {mode: time-slicing, replicas: 1}\n"
        "workloads:\n"
        "  - {name: w, arrivals: {kind: poisson, rate_per_s: -1}, request: {gpu_ms: 0}}\n"
    )
    lines = wrong(slicewise, "simulate", "bad.yaml")
    assert len(lines) >= 4
    assert {2, 3, 5} <= {int(line.split(":")[1]) for line in lines}


def test_a_wrong_change_is_placed_at_the_option(slicewise, scenario):
    for change in ["workloads[0].podz=3", "sharing.replicas=1", "nonsense", "=3"]:
        lines = wrong(slicewise, "simulate", scenario(), "--set", change)
        assert lines[0].startswith("--set "), lines


@pytest.mark.parametrize(
    "arguments",
    [
        ["--max-replicas", "1"],
        ["--max-replicas", "1000000000"],
        ["--max-replicas", "99999999999999999999"],
        ["--max-replicas", "two"],
        ["--modes", "time-slicng"],
        ["--instances", "g4dn.xlrge"],
        ["--instances", "g6f.large"],
        ["--price", "g4dn.xlarge"],
        ["--price", "g4dn.xlarge=nan"],
        ["--price", "g4dn.xlarge=-1"],
        ["--price", "g4dn.xlarge=1x"],
        ["--mix", "best"],
        ["--jsn"],
        ["second.yaml"],
    ],
    ids=" ".join,
)
def test_a_wrong_option_of_plan_is_refused_and_nothing_is_written(slicewise, scenario, tmp_path, arguments):
    wrong(slicewise, "plan", scenario(), "-o", "out", *arguments)
    assert not (tmp_path / "out").exists()


# (verb and options, where each problem is placed): whichever layer finds a problem, one call tells it.
SEVERAL_WRONG = {
    "simulate": (
        ["simulate", "--set", "nothing", "--set", "sharing.replicas=x", "--set", "a..b=1"],
        ["--set nothing", "--set sharing.replicas", "--set a..b"],
    ),
    "plan": (
        ["plan", "--modes", "mpss,mig", "--instances", "g4dn.xxlarge", "--price", "g4dn.xlarge", "--price",
         "g5.xxlarge=1", "--max-replicas", "1"],
        ["--modes", "--price g4dn.xlarge", "--max-replicas", "--price", "--instances"],
    ),
    "plan and --set": (
        ["plan", "--modes", "mpss", "--set", "nothing", "--set", "workloads[7].pods=1"],
        ["--modes", "--set nothing", "--set workloads[7].pods"],
    ),
    "sweep": (
        ["sweep", "--vary", "nothing", "--vary", "sharing.replicas=2,x", "--set", "nothing", "--set", "run.seed=x"],
        ["--vary nothing", "--set nothing", "--set run.seed", "--vary sharing.replicas=x"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SEVERAL_WRONG)
def test_all_problems_with_options_are_told_at_once(slicewise, scenario, case):
    arguments, expected = SEVERAL_WRONG[case]
    lines = wrong(slicewise, arguments[0], scenario(), *arguments[1:])
    assert sorted(line.split(": ")[0] for line in lines) == sorted(expected)


def test_a_workload_without_slo_leaves_nothing_to_plan_for(slicewise, scenario):
    lines = wrong(slicewise, "plan", scenario("    slo: {p99_ms: 60}\n", ""))
    assert PLACED.match(lines[0]), lines


def test_the_nearest_word_is_offered(slicewise, scenario):
    assert "simulate" in wrong(slicewise, "simulat", scenario())[0]
    assert "--json" in wrong(slicewise, "plan", scenario(), "--jsn")[0]
    assert "modes" in wrong(slicewise, "catalog", "mode")[0]
    assert "g4dn.xlarge" in wrong(slicewise, "plan", scenario(), "--instances", "g4dn.xlrge")[0]


def test_no_verb_and_no_file_are_refused(slicewise):
    for arguments in [[], ["simulate"], ["plan"], ["catalog"]]:
        assert slicewise(*arguments).returncode == 2


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_is_a_file_is_refused(slicewise, scenario, tmp_path, place):
    (tmp_path / "file").write_text("x")
    assert slicewise("plan", scenario(), "-o", place).returncode == 2
    assert (tmp_path / "file").read_text() == "x"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_stays_empty(slicewise, scenario, tmp_path):
    (tmp_path / "out").mkdir(mode=0o555)
    done = slicewise("plan", scenario(), "-o", "out")
    assert done.returncode == 2
    assert "out" in done.stderr
    assert list((tmp_path / "out").iterdir()) == []
