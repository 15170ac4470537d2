#!/usr/bin/env bash
# Measures the GPU of this machine, from a bare checkout to a folder of records, in under five minutes.
#     OUT=records LIMIT_S=290 bench/run_device.sh
# BENCH=PROGRAM measures with a slicewise-bench-cuda that was built elsewhere: then no compiler and no network is needed.
# OUT gets at most eight files, one <measurement>.json each. Exit codes: 0 done, 1 something failed, 2 something is missing
# here, 77 no GPU, 130 interrupted (what was measured until then is in OUT).
set -euo pipefail
out=${OUT:-records}
limit=${LIMIT_S:-290}
case $out in /*) ;; *) out=$PWD/$out ;; esac
bench=${BENCH:-}
case $bench in "" | /*) ;; *) bench=$PWD/$bench ;; esac
cd "$(dirname "$0")/.."
build=${BUILD:-build/device}
SECONDS=0

say() { echo "run_device: $*" >&2; }

[[ "$limit" =~ ^[1-9][0-9]*$ ]] || { say "LIMIT_S=$limit is not a number of seconds"; exit 2; }

if [[ ! -e /dev/nvidiactl && ! -e /dev/dxg ]] && ! nvidia-smi -L >/dev/null 2>&1; then
  say "no NVIDIA GPU here (no /dev/nvidiactl, and nvidia-smi lists none)"
  exit 77
fi

# Ends what runs at the moment, then this script; the benchmark finishes its record and stops its MPS daemon first.
child=""
# shellcheck disable=SC2317  # called by the trap
on_signal() {
  trap '' INT TERM HUP
  if [[ -n "$child" ]]; then
    kill -TERM "$child" 2>/dev/null || true
    wait "$child" || true
  fi
  say "interrupted; what there is lies in $out"
  exit 130
}
trap on_signal INT TERM HUP

# In the background, so that a signal to this script alone is heard at once.
run() {
  "$@" &
  child=$!
  local status=0
  wait "$child" || status=$?
  child=""
  return "$status"
}

as_root=""
if ((EUID == 0)) && command -v apt-get >/dev/null; then as_root=yes; fi
install() {  # PACKAGE...: false if that is not possible here
  [[ -n "$as_root" ]] || return 1
  say "installing $*"
  run timeout 60 apt-get update -qq >&2 &&
    run timeout 180 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

build_program() {
  tools=()
  command -v g++ >/dev/null || tools+=(g++)
  command -v cmake >/dev/null || tools+=(cmake)
  command -v ninja >/dev/null || command -v make >/dev/null || tools+=(ninja-build)
  if ((${#tools[@]})) && ! install "${tools[@]}"; then
    say "missing here: ${tools[*]}; install them (apt-get install ${tools[*]}) and try again"
    exit 2
  fi
  if ! command -v nvcc >/dev/null && [[ ! -x /usr/local/cuda/bin/nvcc ]]; then
    say "no nvcc here; use an image with the CUDA toolkit (nvidia/cuda:<version>-devel-ubuntu24.04) or install cuda-toolkit"
    exit 2
  fi

  log=$build/configure.log
  mkdir -p "$build"
  configure() {
    local generator=()
    if [[ ! -e $build/CMakeCache.txt ]] && command -v ninja >/dev/null; then generator=(-G Ninja); fi
    run cmake -S . -B "$build" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release -DSLICEWISE_LIBRARY=OFF -DSLICEWISE_CUDA=ON >"$log" 2>&1
  }
  libraries=(nlohmann-json3-dev libcli11-dev libbenchmark-dev)
  if ! configure; then
    if ! install "${libraries[@]}" || ! configure; then
      reason=$(grep -m1 -A3 'CMake Error' "$log" | tr -s ' \n' ' ' || true)
      say "cannot configure: ${reason:-see $log}; needed: CMake 3.25, ${libraries[*]} (CMAKE_PREFIX_PATH is looked at)"
      exit 2
    fi
  fi
  run cmake --build "$build" --target slicewise-bench-cuda -j "$(nproc)" >"$build/build.log" 2>&1 || {
    say "cannot build; the end of $build/build.log:"
    tail -n 15 "$build/build.log" >&2
    exit 1
  }
}

if [[ -n "$bench" ]]; then
  [[ -x "$bench" ]] || { say "BENCH=$bench is not a program"; exit 2; }
  mkdir -p "$build"
else
  build_program
  bench=$build/slicewise-bench-cuda
fi

failed=0
status=0
run timeout -k 5 60 "$bench" --check-kernels >&2 || status=$?
((status != 77)) || exit 77  # it has said why
((status == 0)) || { say "the kernels do not do what they should here (exit $status); nothing is measured"; exit "$status"; }
# Measuring comes first: it is what the machine was borrowed for. The sanitizer has the rest.
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null || true)
for_sanitizer=0
if [[ -n "$sanitizer" ]]; then for_sanitizer=40; fi
left=$((limit - SECONDS - 20 - for_sanitizer))  # 20: processes that start slowly, and the last record
if ((left < 20)); then left=$((left + for_sanitizer)); fi
if ((left < 20)); then
  say "only $left s of $limit are left after building; run it again, now that it is built"
  exit 1
fi
mkdir -p "$out"
status=0
run "$bench" --out "$out" --seconds "$left" || status=$?
((status == 0)) || failed=$status
say "$(find "$out" -maxdepth 1 -name '*.json' | wc -l) records in $out after $SECONDS s"

if [[ -n "$sanitizer" ]]; then
  for tool in memcheck racecheck; do
    left=$((limit - SECONDS - 2))
    if ((left < 5)); then
      say "compute-sanitizer $tool: no time left of $limit s"
      continue
    fi
    status=0
    run timeout -k 5 "$left" "$sanitizer" --tool "$tool" --error-exitcode 9 "$bench" --check-kernels >"$build/$tool.log" 2>&1 || status=$?
    case $status in
      0) say "compute-sanitizer $tool: nothing found" ;;
      124 | 137) say "compute-sanitizer $tool: not done within $left s" ;;
      9) failed=1; say "compute-sanitizer $tool found errors:"; tail -n 20 "$build/$tool.log" >&2 ;;
      *) say "compute-sanitizer $tool does not work here (exit $status): $(tail -n 1 "$build/$tool.log")" ;;
    esac
  done
else
  say "compute-sanitizer: not installed here, skipped"
fi
exit "$failed"
