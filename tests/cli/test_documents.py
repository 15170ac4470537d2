"""The tutorial and the README are what a reader sees who types them: commands, their output, the file to apply."""

import json
import pathlib
import re
import shlex

import pytest
from conftest import SCENARIO

CHECKOUT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def page(tmp_path):
    text = (CHECKOUT / "docs" / "tutorial.md").read_text()
    fleet = re.search(r"`fleet.yaml`\n\n```yaml\n(.*?)```", text, re.DOTALL)
    assert fleet is not None
    (tmp_path / "fleet.yaml").write_text(fleet.group(1))
    return text


def sessions(text):
    """Each `$ command` with the lines it is said to print."""
    for block in re.findall(r"^    \$ .*?(?=^\S)", text, re.DOTALL | re.MULTILINE):
        command, *lines = [line.removeprefix("    ") for line in block.rstrip().splitlines()]
        yield shlex.split(command.removeprefix("$ slicewise ")), lines


def test_the_commands_print_what_the_page_says(slicewise, page):
    found = list(sessions(page))
    assert [command[0] for command, _ in found] == ["simulate", "plan"]
    for command, lines in found:
        printed = [line.rstrip() for line in slicewise(*command).stdout.splitlines()]
        expected = [line.rstrip() for line in lines if line.strip() != "..."]
        assert printed[: len(expected)] == expected


def test_the_file_to_apply_is_the_one_of_the_page(slicewise, page, tmp_path):
    assert slicewise("plan", "fleet.yaml", "-o", "out/").returncode == 0
    (shown,) = re.findall(r"```yaml\n(# How to apply.*?)```", page, re.DOTALL)
    assert shown in (tmp_path / "out" / "device-plugin-config.yaml").read_text()


def test_the_pitfalls_are_true(slicewise, page):
    shared = ["--set", "workloads[0].pods=4", "--set", "sharing={mode: time-slicing, replicas: 4}"]
    claims = re.findall(r"`--set (\S+)`\s+gives\s+(?:it:\s+)?`([^`]*)`", page)
    assert len(claims) == 2
    claims.append(("workloads[0].memory_mib=4000", re.findall(r"`(oom  [^`]*)`", page)[0]))
    for change, said in claims:
        printed = slicewise("simulate", "fleet.yaml", *shared, "--set", change).stdout
        assert " ".join(said.split()) in " ".join(printed.split())


def test_the_demo_prints_what_the_readme_says(slicewise):
    (shown,) = re.findall(r"^    4 replicas per T4 .*?(?=^\S)", (CHECKOUT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    lines = [line.removeprefix("    ").rstrip() for line in shown.rstrip().splitlines()]
    printed = slicewise("plan", CHECKOUT / "examples" / "t4.yaml").stdout.splitlines()
    assert [line.rstrip() for line in printed[: len(lines)]] == lines


def test_the_batches_of_the_readme_are_read_as_it_says(slicewise, tmp_path):
    batch, batches, size = re.search(
        r"({kind: batch, [^}]*}): (\d+) batches a second, at Poisson times, of (\d+) requests each", (CHECKOUT / "README.md").read_text()
    ).groups()
    (tmp_path / "batch.yaml").write_text(SCENARIO.replace("{kind: poisson, rate_per_s: 15}", batch).replace("pods: 6", "pods: 1"))
    (workload,) = json.loads(slicewise("simulate", "batch.yaml", "--json").stdout)["workloads"]
    rate = workload["throughput_per_s"]
    assert rate["low"] <= int(batches) * int(size) <= rate["high"]
