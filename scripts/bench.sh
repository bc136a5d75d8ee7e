#!/usr/bin/env bash
# Builds the benchmarks and prints one table: work, ours, the reference, their ratio, the goal, met or
# not. Exit 1 where a goal is missed. Arguments go to the program.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
"$root/scripts/setup.sh"
"$root/scripts/build.sh" build/bench gpuscape_bench_table --preset release -DGPUSCAPE_BENCH=ON \
  -DGPUSCAPE_TESTS=OFF
exec "$root/build/bench/bin/gpuscape_bench_table" "$@"
