#!/usr/bin/env bash
# Works the window at random, with sanitizers and without a display: what no test thought of.
#   scripts/monkey.sh [INPUTS [SEED]]     100 000 inputs where not said; equal numbers give equal inputs
# For a nightly run: it takes some minutes. Exit 1 where the window fails, or no longer answers afterwards.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
inputs=${1:-100000} seed=${2:-17}
case $inputs$seed in
  *[!0-9]*) echo 'usage: scripts/monkey.sh [INPUTS [SEED]]' >&2; exit 2 ;;
esac

scripts/setup.sh --dev
scripts/build.sh build/asan gpuscape-gui --preset asan
program=$root/build/asan/bin/gpuscape-gui
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for scenario in quickstart lab-log thin-spine rent-or-buy; do cp "scenarios/$scenario.json" "$work"; done
cp scenarios/lab-log.csv "$work"
sha256sum "$work"/* >"$work.sums"
cd "$work"  # what is written at random is written there

code=0
part=$((inputs / 4))
for scenario in quickstart lab-log thin-spine rent-or-buy; do
  printf 'wait\nrandom %s %s\nkey Escape\nkey Escape\nopen %s.json\nwait\nexpect state = exact\n' "$seed" "$part" "$scenario" >script.txt
  begin=$SECONDS
  if "$program" --unseen --script script.txt "$scenario.json" >log.txt 2>&1; then
    echo "$scenario: $part random inputs in $((SECONDS - begin)) s"
  else
    code=1
    echo "$scenario: FAILED after seed $seed"
    tail -n 40 log.txt
  fi
done
sha256sum --quiet -c "$work.sums" || { echo 'a scenario was written over'; code=1; }
rm -f "$work.sums"
exit $code
