#!/usr/bin/env python3
"""Fails on an #include that points up: libsched's folders are layers (docs/architecture.md has the picture), and a
benchmark of a device knows of the models only by the records that it writes for them.
"""
import pathlib
import re
import sys

# From the top; folders on one line do not include each other, skipping lines downwards is fine.
LAYERS = [
    {"plan"},
    {"scenario", "k8s"},
    {"actors", "calib"},
    {"share", "place", "analytic"},
    {"workload", "hw"},
    {"base"},
]
RANK = {folder: -row for row, layer in enumerate(LAYERS) for folder in layer}
DES_USERS = {"actors", "scenario"}  # only they see the engine, which keeps the models pure
LIBRARY_BENCHMARKS = {"perf"}  # they measure libsched itself
OUTSIDE = re.compile(r'#\s*include\s*[<"](?:cuda|nvml|cublas|cudnn|sim/|python/|bench/|tests/)')
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]libsched/(\w+)/', re.MULTILINE)


def allowed(user: str, used: str) -> bool:
    if user == used:
        return True
    if used == "des":
        return user in DES_USERS
    if user == "des":
        return used == "base"
    return user in RANK and used in RANK and RANK[user] > RANK[used]


def sources(root: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"})


def problems_of_library(root: pathlib.Path) -> list[str]:
    found = []
    for path in sources(root):
        user = path.relative_to(root).parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := INCLUDE.match(line):
                if not allowed(user, match[1]):
                    found.append(f"{path}:{number}: {user} may not include {match[1]}")
            elif OUTSIDE.match(line):
                found.append(f"{path}:{number}: libsched stands alone: {line.strip()}")
    return found


def problems_of_benchmarks(root: pathlib.Path) -> list[str]:
    found = []
    for path in sources(root):
        folder = path.relative_to(root).parts[0]
        if folder in LIBRARY_BENCHMARKS:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if (match := INCLUDE.match(line)) and match[1] != "base":
                found.append(f"{path}:{number}: bench/{folder} may not include {match[1]}")
    return found


if __name__ == "__main__":
    project = pathlib.Path(sys.argv[1])
    found = problems_of_library(project / "libsched") + problems_of_benchmarks(project / "bench")
    print("\n".join(found) or "all includes point down")
    sys.exit(bool(found))
