#!/usr/bin/env bash
# What the window exports is what `gpuscape run` writes, file by file, but for where and when it was made.
#   tests/window/same_bytes.sh PROGRAM GPUSCAPE [SCENARIO…]
set -euo pipefail

program=$(realpath "$1") gpuscape=$(realpath "$2")
scenarios=$(realpath "$(dirname "$0")/../../scenarios")
shift 2
[ $# -gt 0 ] || set -- quickstart lab-log rent-or-buy thin-spine dgx-or-cloud
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'wait\ntype e\nclick dialog.accept\nwait\nexpect status = written\n' >export.txt

without_provenance() { sed '/^  "provenance": {/,$d' "$1"; }
for name in "$@"; do
  scenario=$scenarios/$name.json
  [ -f "$scenario" ] || continue
  "$program" --unseen --script export.txt "$scenario" >/dev/null || { echo "$name: not exported"; exit 1; }
  code=0
  "$gpuscape" run "$scenario" --out run --loop native >/dev/null || code=$?
  [ $code -le 1 ] || { echo "$name: gpuscape run ends with $code"; exit 1; }
  diff <(ls "$name.out") <(ls run) || { echo "$name: other files"; exit 1; }
  for file in run/*; do
    ours=$name.out/$(basename "$file")
    cmp -s <(without_provenance "$file") <(without_provenance "$ours") || { echo "$ours differs"; exit 1; }
  done
  grep -q '"provenance"' run/result.json || { echo "$name: no provenance is found"; exit 1; }
  rm -r run "$name.out"
done
