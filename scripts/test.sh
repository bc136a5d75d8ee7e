#!/usr/bin/env bash
# Everything that a change must pass, from set-up to the last check. Stops at the first stage that
# fails. Its last line counts the tests: "N passed, N failed, N skipped".
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
passed=0 failed=0 skipped=0 current='' done_stages=()

summary() {
  local code=$?
  echo
  [ ${#done_stages[@]} -eq 0 ] || printf '  ok      %s\n' "${done_stages[@]}"
  [ $code -eq 0 ] || printf '  FAILED  %s\n' "$current"
  echo "$passed passed, $failed failed, $skipped skipped"
  exit $code
}
trap summary EXIT

stage() {
  current=$1
  shift
  echo "== $current"
  local begin=$SECONDS
  "$@"
  done_stages+=("$current ($((SECONDS - begin)) s)")
}

# Runs the tests of a build folder and adds them to the counts, also when some fail.
run_tests() {
  local folder=$1 labels=$2 report code=0
  report="$root/$folder/tests.xml"
  rm -f "$report"
  ctest --test-dir "$folder" -L "$labels" -j "$(nproc)" --no-tests=error --output-on-failure \
        --output-junit "$report" --progress >"$folder/tests.log" 2>&1 || code=$?
  if [ $code -ne 0 ]; then cat "$folder/tests.log"; else grep 'Skipped' "$folder/tests.log" || true; fi
  count_tests "$report"
  return $code
}

attribute() { sed -n "s/^[[:space:]]*$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1; }

count_tests() {
  [ -f "$1" ] || return 0
  local tests failures skips
  tests=$(attribute "$1" tests)
  failures=$(attribute "$1" failures)
  skips=$(($(attribute "$1" skipped) + $(attribute "$1" disabled)))
  echo "   $tests tests: $failures failed, $skips skipped"
  passed=$((passed + tests - failures - skips))
  failed=$((failed + failures))
  skipped=$((skipped + skips))
}

source_files() { git ls-files -co --exclude-standard -- "$@" | while read -r f; do [ ! -f "$f" ] || echo "$f"; done; }
check_format() { source_files '*.cpp' '*.hpp' | xargs -r clang-format-19 --dry-run -Werror; }
# What the last six hours of commits and the working tree changed in sim/; a header counts as the .cpp of its name.
# All of sim/ (an hour of CPU time): git ls-files 'sim/*.cpp' | scripts/tidy.sh build/release
changed_sources() {
  local base
  base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 6 * 3600))" HEAD)
  { git diff --name-only "${base:-$(git hash-object -t tree /dev/null)}" -- sim
    git ls-files -o --exclude-standard -- sim; } |
    sed -n 's/\.[ch]pp$/.cpp/p' | sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}
# Files that were changed and not yet brought through clang-tidy are listed by name, so that each new one is checked:
# take a file off the list once `echo FILE | scripts/tidy.sh build/release` passes.
check_tidy() {
  echo "   $(wc -l <scripts/tidy-debt.txt) files are left out (scripts/tidy-debt.txt)"
  changed_sources | { grep -vxFf scripts/tidy-debt.txt || true; } | scripts/tidy.sh build/release
}

# Each part that is missing in the build is printed, with what to install.
check_families() { ! "$1" --version | grep '^built without'; }

# As on a machine that has a compiler and Google Benchmark, and nothing else of ours.
build_bench_alone() {
  cmake -S validation/bench -B build/bench-alone -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache >/dev/null
  ninja -C build/bench-alone
  build/bench-alone/bin/gpuscape-bench --plan --quick >/dev/null
  ! readelf -d build/bench-alone/bin/gpuscape-bench | grep -E 'NEEDED.*(libstdc|simgrid|ibverbs|cuda|fmt)'
}

stage 'set-up' scripts/setup.sh --dev
stage 'format' check_format
stage 'build, warnings are errors' scripts/build.sh build/release all --preset ci
stage 'gpuscape-bench has every family' check_families build/release/bin/gpuscape-bench
stage 'gpuscape-bench builds alone' build_bench_alone
stage 'unit, contract, golden and architecture tests' run_tests build/release 'unit|contract|golden|architecture'
stage 'RDMA in a guest, a pair under Slurm' run_tests build/release 'vm|slurm'
stage 'build with sanitizers' scripts/build.sh build/asan unit_tests --preset asan
stage 'unit tests with sanitizers' run_tests build/asan unit
stage 'clang-tidy on what changed in sim/' check_tidy
