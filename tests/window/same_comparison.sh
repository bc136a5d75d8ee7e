#!/usr/bin/env bash
# The comparison that the window exports is what `gpuscape compare` writes for the command that the window copies,
# file by file, but for where and when it was made: of variants, of a design with settings of its own, of two files.
#   tests/window/same_comparison.sh PROGRAM GPUSCAPE
set -euo pipefail

program=$(realpath "$1") gpuscape=$(realpath "$2")
scenarios=$(realpath "$(dirname "$0")/../../scenarios")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$scenarios" "$work/scenarios"
cd "$work"

without_provenance() { sed '/^  "provenance": {/,$d' "$1"; }

# compared NAME SCENARIO: the lines of its session come from standard input
compared() {
  { cat; printf 'type e\nclick export.1\nfill export.path = %s.out\nwait\nexpect status = written\n' "$1"; } >"$1.txt"
  "$program" --unseen --script "$1.txt" "scenarios/$2.json" >/dev/null || { echo "$1: not exported"; exit 1; }
  local command
  command=$(sed -n 's/^    "command": "gpuscape \(compare .*\)",$/\1/p' "$1.out/compare.json")
  [ -n "$command" ] || { echo "$1: no command is found"; exit 1; }
  eval "'$gpuscape' $command --out reference.out" >/dev/null || { echo "$1: fails: gpuscape $command"; exit 1; }
  diff <(cd "$1.out" && find . | sort) <(cd reference.out && find . | sort) || { echo "$1: other files"; exit 1; }
  (cd reference.out && find . -type f) | while read -r file; do
    cmp -s <(without_provenance "reference.out/$file") <(without_provenance "$1.out/$file") ||
      { echo "$1: $file differs"; exit 1; }
  done
  [ "$(find "$1.out" -name result.json | wc -l)" -ge 2 ] || { echo "$1: too few results"; exit 1; }
  rm -r reference.out
}

compared variants nodes-or-pool <<<$'click design.add\nclick add.all'
compared with-cost rent-or-buy <<<$'click design.add\nclick add.all'
compared setting lab-log <<<$'type d\nfill type./cluster/nodes/gpu/count = 6\ntype s\nclick dialog.accept'
compared baseline rent-or-buy <<<$'click design.add\nclick add.all\ntype 1\nkey Delete\ntype s\nclick dialog.accept'
