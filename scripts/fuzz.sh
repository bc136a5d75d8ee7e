#!/usr/bin/env bash
# Builds the fuzz targets and runs each for a while, from the seeds in tests/fuzz/corpus/<target>.
#   scripts/fuzz.sh [SECONDS [TARGET…]]     60 seconds and all targets where not said
# Exit 1 where one finds a fault; the input that did it stays in build/fuzz/findings.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
seconds=${1:-60}
case $seconds in
  *[!0-9]* | '') echo "usage: scripts/fuzz.sh [SECONDS [TARGET…]]" >&2; exit 2 ;;
esac
shift $(($# > 0 ? 1 : 0))

scripts/setup.sh --dev
scripts/build.sh build/fuzz fuzz_targets --preset fuzz
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for program in build/fuzz/bin/*_fuzz; do targets+=("$(basename "$program" _fuzz)"); done
fi

code=0
for target in "${targets[@]}"; do
  program="build/fuzz/bin/${target}_fuzz"
  [ -x "$program" ] || { echo "fuzz: no target '$target' in build/fuzz/bin" >&2; exit 2; }
  found="build/fuzz/findings/$target"
  grown="build/fuzz/corpus/$target"
  log="build/fuzz/$target.log"
  mkdir -p "$found" "$grown"
  folders=("$grown")
  [ ! -d "tests/fuzz/corpus/$target" ] || folders+=("tests/fuzz/corpus/$target")
  verdict='no fault'
  if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
       -artifact_prefix="$found/" "${folders[@]}" >"$log" 2>&1; then
    verdict="FAULT, see $log"
    code=1
    grep -E -m 3 'ERROR|SUMMARY|runtime error' "$log" || true
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%-14s %4s s %12s inputs  %s\n' "$target" "$seconds" "${runs:-?}" "$verdict"
done
exit $code
