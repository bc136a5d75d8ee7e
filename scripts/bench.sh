#!/usr/bin/env bash
# Builds the benchmarks and prints one table: work, ours, the reference, their ratio, the goal, met or
# not. Exit 1 where a goal is missed. Arguments go to the program.
#   scripts/bench.sh --minutes   instead, what a first run.sh and test.sh take without a compiler's cache (an hour)
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
if [ "${1:-}" = --minutes ]; then exec "$root/scripts/minutes.sh"; fi
"$root/scripts/setup.sh"
"$root/scripts/build.sh" build/bench gpuscape_bench_table --preset release -DGPUSCAPE_BENCH=ON \
  -DGPUSCAPE_TESTS=OFF
exec "$root/build/bench/bin/gpuscape_bench_table" "$@"
