#!/usr/bin/env python3
"""Which architectures a CUDA program carries machine code and PTX for: machine_code.py PROGRAM sm_75 sm_86 ... compute_90

Asks cuobjdump where there is one. Otherwise reads the headers of the fat binaries in the program: they are laid out as
the toolkit's fatbinary.h has it (magic, header size, then entries of kind PTX = 1 or ELF = 2 with their architecture).
Exit code 1 if one that was named is missing.
"""
import pathlib
import shutil
import struct
import subprocess
import sys

MAGIC = 0xBA55ED50


def by_cuobjdump(tool: str, program: str) -> set[str]:
    found = set()
    for option, prefix in (("--list-elf", "sm_"), ("--list-ptx", "sm_")):
        text = subprocess.run([tool, option, program], capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            for word in line.replace(".", " ").split():
                if word.startswith(prefix):
                    found.add(word if option == "--list-elf" else "compute_" + word.removeprefix(prefix))
    return found


def by_headers(program: str) -> set[str]:
    data = pathlib.Path(program).read_bytes()
    found = set()
    at = data.find(struct.pack("<I", MAGIC))
    while at >= 0:
        _, _, header_size, size = struct.unpack_from("<IHHQ", data, at)
        entry, end = at + header_size, at + header_size + size
        while header_size >= 16 and entry + 64 <= min(end, len(data)):
            kind, _, entry_header, entry_size = struct.unpack_from("<HHIQ", data, entry)
            architecture = struct.unpack_from("<I", data, entry + 28)[0]
            if kind not in (1, 2) or entry_header < 32:
                break
            found.add(("compute_" if kind == 1 else "sm_") + str(architecture))
            entry += entry_header + entry_size
        at = data.find(struct.pack("<I", MAGIC), at + 4)
    return found


def main() -> int:
    program, wanted = sys.argv[1], set(sys.argv[2:])
    tool = shutil.which("cuobjdump") or shutil.which("cuobjdump", path="/usr/local/cuda/bin")
    found = by_cuobjdump(tool, program) if tool else by_headers(program)
    print(f"{program} has {', '.join(sorted(found)) or 'nothing'} ({'cuobjdump' if tool else 'from its fat binary headers'})")
    for missing in sorted(wanted - found):
        print(f"missing: {missing}")
    return 1 if wanted - found else 0


if __name__ == "__main__":
    sys.exit(main())
