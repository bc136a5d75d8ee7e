#!/usr/bin/env bash
# Two runs into one folder at once: one may be refused, and what stands there is one run's.
#   tests/security/two_runs.sh GPUSCAPE [_ [PAIRS]]
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "$1")
pairs=${3:-12}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$here/scenario.json" .

run() { "$program" run scenario.json --loop native --seed "$1" --out "$2" >/dev/null 2>"$3"; }
run 1 one err
run 2 two err

same() { for file in jobs.csv timeline.csv timeline.svg; do cmp -s "$1/$file" "$2/$file" || return 1; done; }

both=0 refused=0 failed=0
for pair in $(seq "$pairs"); do
  first=0 second=0
  run 1 out err1 &
  process=$!
  run 2 out err2 || second=$?
  wait $process || first=$?
  case "$first $second" in
    '0 0') both=$((both + 1)) ;;
    '0 3') refused=$((refused + 1)); grep -q 'another run is writing' err2 || failed=1 ;;
    '3 0') refused=$((refused + 1)); grep -q 'another run is writing' err1 || failed=1 ;;
    *) echo "pair $pair: exit $first and $second"; cat err1 err2; failed=1 ;;
  esac
  same out one || same out two || { echo "pair $pair: files of both"; failed=1; }
done
echo "$pairs pairs: $both after one another, $refused with one refused, $([ $failed -eq 0 ] && echo none || echo some) mixed or failed"
exit $failed
