"""A scenario: the text of a file, checked, plus changes to it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slicewise import _core
from slicewise.arguments import Arguments
from slicewise.document import plain, yaml_document, yaml_value
from slicewise.errors import Issue
from slicewise.parts import Gpu, Memory, Run, Sharing, Workload


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A checked scenario. Make one with `from_yaml`, `from_text` or `slicewise.scenario`.

    It may leave the sharing mode and the replicas to `plan`, which chooses them; whoever runs it says what is missing.

    Attributes
    ----------
    text : str
        The file's text (YAML or JSON).
    origin : str
        What issues call the file.
    directory : str
        Where the relative paths in it start.
    overrides : tuple of (str, str)
        Changes to the text, as path and YAML value.
    notes : list of Issue
        Warnings and notes of the reader.
    """

    text: str = field(repr=False)
    origin: str = "scenario"
    directory: str = "."
    overrides: tuple[tuple[str, str], ...] = ()
    notes: list[Issue] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        arguments = Arguments()
        arguments.text("text", self.text, "YAML or JSON text")
        arguments.text("origin", self.origin, "what issues call the file")
        object.__setattr__(self, "directory", arguments.path("directory", self.directory, "the name of a folder"))
        object.__setattr__(self, "overrides", tuple(arguments.pairs("overrides", self.overrides)))
        arguments.done()
        notes = _core.check(self.text, self.origin, self.directory, self.overrides)
        object.__setattr__(self, "notes", notes)

    @classmethod
    def from_yaml(cls, path: str | os.PathLike[str]) -> Scenario:
        """Read a scenario file.

        Raises
        ------
        ScenarioError
            With every issue of the file, each with its line; also where it cannot be read.
        """
        arguments = Arguments()
        name = arguments.path("path", path, "the name of a scenario file")
        arguments.done()
        text = _core.read_list(name)  # once: a pipe gives it once
        try:
            return cls(text=text.decode(), origin=name, directory=str(Path(name).parent))
        except UnicodeDecodeError:
            _core.check_file(name)  # says where
            raise

    @classmethod
    def from_text(cls, text: str, *, origin: str = "scenario", directory: str = ".") -> Scenario:
        """Read a scenario from YAML or JSON text."""
        return cls(text=text, origin=origin, directory=directory)

    def with_(self, **changes: Any) -> Scenario:
        """Return the same scenario with some values changed.

        The keys are paths into the file: ``s.with_(**{"sharing.replicas": 6, "workloads[0].pods": 3})``.
        """
        arguments = Arguments()
        for path in changes:
            arguments.text("path", path, "a path into the file")
        arguments.done()
        added = tuple((path, yaml_value(value, path)) for path, value in changes.items())
        return Scenario(
            text=self.text, origin=self.origin, directory=self.directory, overrides=self.overrides + added
        )


def need_scenario(arguments: Arguments, value: Any) -> None:
    """Note what is no scenario before anything fails on a missing attribute."""
    from_file = isinstance(value, (str, os.PathLike))
    wanted = "sw.Scenario.from_yaml(path)" if from_file else "sw.Scenario or sw.scenario(...)"
    arguments.instance("scenario", value, Scenario, wanted)


def files_of(scenario: Scenario) -> list[tuple[str, str]]:
    """Every file that the scenario was read from, and what to call it: no result may be written over one."""
    named = _core.named_files(scenario.text, scenario.origin, scenario.directory, scenario.overrides)
    return [("the scenario", scenario.origin), *(("the scenario's file", name) for name in named)]


def _workload(workload: Workload) -> dict[str, Any]:
    document: dict[str, Any] = plain(workload)
    if isinstance(workload.memory_mib, Memory):  # the file has the unit in the outer key only
        memory = workload.memory_mib
        shape = {"from": memory.from_mib, "to": memory.to_mib, "at_s": memory.at_s, "per": memory.per}
        document["memory_mib"] = {name: value for name, value in shape.items() if value is not None}
    return document


def scenario(
    *,
    gpu: str | Gpu | None = None,
    instance: str | None = None,
    workloads: Iterable[Workload],
    sharing: Sharing | None = None,
    run: Run | None = None,
    directory: str = ".",
) -> Scenario:
    """Build a scenario in Python instead of in a file.

    Parameters
    ----------
    gpu : str or Gpu
        A card by its short name (``"T4"``), or all about it.
    instance : str
        A cloud instance that brings the card, e.g. ``"g4dn.xlarge"``; instead of `gpu`.
    workloads : iterable of Workload
    sharing : Sharing
        `exclusive` (the default), `time_slicing`, `mps` or `mig`.
    run : Run
    directory : str
        Where the relative paths of traces and samples start.

    Raises
    ------
    ScenarioError
        With every issue at once.
    """
    arguments = Arguments()
    listed: list[Workload] = []
    if isinstance(workloads, (str, bytes, Mapping, Workload)) or not isinstance(workloads, Iterable):
        arguments.refuse_kind("workloads", workloads, "a list of sw.Workload(...)")
    else:
        listed = list(workloads)
    for place, workload in enumerate(listed):
        arguments.instance(f"workloads[{place}]", workload, Workload, "sw.Workload(...)")
    for name, value, kinds, wanted in (
        ("gpu", gpu, (str, Gpu), 'a name such as "T4", or sw.Gpu(...)'),
        ("sharing", sharing, Sharing, "sw.time_slicing(replicas=4), or another mode"),
        ("run", run, Run, "sw.Run(...)"),
        ("instance", instance, str, 'a name such as "g4dn.xlarge"'),
    ):
        if value is not None:
            arguments.instance(name, value, kinds, wanted)
    arguments.done()
    card = plain(gpu) if isinstance(gpu, Gpu) else plain({"model": gpu})
    if instance is not None:
        card["instance"] = instance
    document = {
        "version": 1,
        "gpu": card,
        "sharing": sharing,
        "workloads": [_workload(workload) for workload in listed],
        "run": run,
    }
    return Scenario(text=yaml_document(document), directory=directory)
