#!/usr/bin/env bash
# What a newcomer and CI wait for, measured in a fresh clone of HEAD without a compiler's cache: work, minutes, goal,
# met or not. Exit 1 where a goal is missed. The whole takes as long as it says; packages are installed as needed.
#   scripts/minutes.sh        both rows
#   scripts/minutes.sh run    the first alone
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q "$root" "$work/clone"
[ ! -d "$root/../shared" ] || ln -s "$(cd "$root/../shared" && pwd)" "$work/shared"
cd "$work/clone"
export CCACHE_DISABLE=1
code=0

# row WORK GOAL FORMAT COMMAND…: FORMAT is bash's TIMEFORMAT; what it prints is added up.
row() {
  local name=$1 goal=$2 TIMEFORMAT=$3
  shift 3
  if ! { time "$@" >"$work/log" 2>&1; } 2>"$work/time"; then
    tail -n 40 "$work/log"
    echo "minutes: failed: $*" >&2
    exit 1
  fi
  if ! awk -v name="$name" -v goal="$goal" '
      { for (i = 1; i <= NF; ++i) sum += $i }
      END {
        printf "%-48s %6.1f   goal %s   %s\n", name, sum / 60, goal, sum <= 60 * goal ? "met" : "MISSED"
        exit sum > 60 * goal
      }' "$work/time"; then code=1; fi
}

row 'a first scripts/run.sh, CPU-minutes' 7 '%U %S' scripts/run.sh
[ "${1:-}" = run ] || row 'then scripts/test.sh, minutes' 25 '%R' scripts/test.sh
exit $code
