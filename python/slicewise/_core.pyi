"""The C++ core. Not public: use `slicewise` itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slicewise.errors import Issue

version: str

class Interrupt:
    def __init__(self) -> None: ...
    def set(self) -> None: ...

def check(text: str, origin: str, directory: str, overrides: Sequence[tuple[str, str]]) -> list[Issue]: ...
def check_file(path: str) -> list[Issue]: ...
def named_files(text: str, origin: str, directory: str, overrides: Sequence[tuple[str, str]]) -> list[str]: ...
def profile(text: str, origin: str, directory: str, overrides: Sequence[tuple[str, str]]) -> str: ...
def timeline(
    text: str,
    origin: str,
    directory: str,
    overrides: Sequence[tuple[str, str]],
    *,
    from_ms: float,
    to_ms: float,
) -> list[tuple[int, str, str, str, int, int]]: ...
def simulate(
    text: str,
    origin: str,
    directory: str,
    overrides: Sequence[tuple[str, str]],
    *,
    intervals: bool = True,
    progress: Callable[[float], object] | None = None,
    interrupt: Interrupt | None = None,
) -> str: ...
def plan(
    text: str,
    origin: str,
    directory: str,
    overrides: Sequence[tuple[str, str]],
    *,
    modes: Sequence[str],
    max_replicas: int,
    instances: Sequence[str],
    allow_estimates: bool,
    proportional_mix: bool,
    usd_per_hour: Mapping[str, float],
    progress: Callable[[float], object] | None = None,
    interrupt: Interrupt | None = None,
) -> str: ...
def check_sweep(
    text: str,
    origin: str,
    directory: str,
    overrides: Sequence[tuple[str, str]],
    paths: Sequence[str],
    rows: Sequence[Sequence[str]],
) -> None: ...
def sweep(
    text: str,
    origin: str,
    directory: str,
    overrides: Sequence[tuple[str, str]],
    paths: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    threads: int = 0,
    intervals: bool = False,
    own_seeds: bool = False,
    progress: Callable[[float], object] | None = None,
    interrupt: Interrupt | None = None,
) -> dict[str, Any]: ...
def check_outputs(outputs: Sequence[tuple[str, str]], inputs: Sequence[tuple[str, str]]) -> None: ...
def write_files(files: Sequence[tuple[str, str]], directory: str) -> None: ...
def read_list(path: str) -> bytes: ...
def place(
    nodes: str | bytes,
    nodes_name: str,
    pods: str | bytes,
    pods_name: str,
    *,
    node_columns: Sequence[tuple[str, str]],
    pod_columns: Sequence[tuple[str, str]],
    policies: Sequence[str],
    seeds: Sequence[int],
    tune: float | None,
    draw: int | None,
    listed: bool,
    threads: int,
    progress: Callable[[float], object] | None = None,
    interrupt: Interrupt | None = None,
) -> str: ...
def calibrate(paths: Sequence[str]) -> str: ...
def validate(
    path: str,
    *,
    progress: Callable[[float], object] | None = None,
    interrupt: Interrupt | None = None,
) -> str: ...
def catalog(what: str) -> str: ...
