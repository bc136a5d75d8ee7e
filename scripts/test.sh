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
  rm -rf "$report" "$root/$folder/test-results"
  ctest --test-dir "$folder" -L "$labels" -j "$(nproc)" --no-tests=error --output-on-failure \
        --output-junit "$report" --progress >"$folder/tests.log" 2>&1 || code=$?
  if [ $code -ne 0 ]; then cat "$folder/tests.log"; else print_skipped "$folder"; fi
  count_tests "$report" "$root/$folder/test-results"
  return $code
}

print_skipped() {
  grep 'Skipped' "$1/tests.log" || true
  grep -hs -A 1 '<skipped message' "$1"/test-results/*.xml | sed -n 's/^[^<]/   skipped: &/p' || true
}

# "TESTS FAILED SKIPPED" of one entry of ctest: what a program wrote of the tests that it ran in one process, else 1 test.
count_entry() {
  local status=$1 report=$2
  if [ -s "$report" ]; then
    awk -v status="$status" '
      function number(name) { return match($0, name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 2) + 0 : 0 }
      /<testsuites / { tests = number(" tests"); failed = number(" failures"); skipped = number(" disabled") }
      /<testsuite / { skipped += number(" skipped") }
      END { print tests, (status == "fail" && failed == 0) ? 1 : failed, skipped }' "$report"
  else
    case $status in run) echo 1 0 0 ;; fail) echo 1 1 0 ;; *) echo 1 0 1 ;; esac
  fi
}

count_tests() {
  [ -f "$1" ] || return 0
  local total failures skips
  read -r total failures skips < <(
    sed -n 's/.*<testcase name="\([^"]*\)".* status="\([a-z]*\)".*/\1 \2/p' "$1" |
      while read -r name status; do count_entry "$status" "$2/$name.xml"; done |
      awk '{ total += $1; failed += $2; skipped += $3 } END { print total + 0, failed + 0, skipped + 0 }')
  echo "   $total tests: $failures failed, $skips skipped"
  passed=$((passed + total - failures - skips))
  failed=$((failed + failures))
  skipped=$((skipped + skips))
}

source_files() { git ls-files -co --exclude-standard -- "$@" | while read -r f; do [ ! -f "$f" ] || echo "$f"; done; }
check_format() { source_files '*.cpp' '*.hpp' | xargs -r clang-format-19 --dry-run -Werror; }
build_without_warnings() {
  scripts/build.sh "$@" 2>&1 | cat >&2  # not a terminal: it keeps a log
  ! grep -B 30 'warning:' "$1/build.log"
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
stage 'build, warnings are errors' build_without_warnings build/release whole_program_tests --preset ci
stage 'gpuscape-bench has every family' check_families build/release/bin/gpuscape-bench
stage 'gpuscape-bench builds alone' build_bench_alone
stage 'contract, golden, architecture, security and window tests' run_tests build/release 'contract|golden|architecture|security|window'
stage 'RDMA in a guest, a pair under Slurm' run_tests build/release 'vm|slurm'
stage 'build with sanitizers' build_without_warnings build/asan unit_tests_and_program --preset asan
stage 'unit tests with sanitizers' run_tests build/asan unit
stage 'two compilers give equal bytes' tests/golden/every_scenario.sh build/release/bin/gpuscape build/asan/bin/gpuscape
stage 'clang-tidy on what has not passed' scripts/tidy.sh
