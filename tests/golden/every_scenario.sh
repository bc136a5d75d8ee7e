#!/usr/bin/env bash
# Runs every scenario that is shipped, and compares its variants where it has any: with the first program on one thread,
# with the second on four. Both must end with 0 and leave the same bytes, provenance aside, and results
# that `report` makes a page of.
#   every_scenario.sh build/release/bin/gpuscape build/asan/bin/gpuscape
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
one=$(readlink -f "$1")
other=$(readlink -f "${2:-$1}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/scenarios" "$work/scenarios"
cd "$work"

# DIR COMMAND…: what a command prints and the files that it leaves, in DIR.
run_into() {
  local folder=$1
  shift
  mkdir -p "$folder"
  if ! "$@" --out "$folder/out" >"$folder/printed" 2>"$folder/stderr"; then
    echo "failed: $*" >&2
    cat "$folder/stderr" >&2
    exit 1
  fi
  "$1" report "$folder/out" -o page.html >/dev/null || { echo "no page: $*" >&2; exit 1; }
  find "$folder/out" -name '*.json' -exec sed -i '/^  "provenance"/,$d' {} +
  # The folder's name: the last lines.
  sed -i '/^files /,$d' "$folder/printed"
  rm -f "$folder/stderr"
}

# NAME COMMAND WORDS…: the same by both programs.
expect_equal() {
  local name=$1 command=$2
  shift 2
  local loop=()
  [ "$command" != run ] || loop=(--loop native)
  run_into "one/$name" "$one" "$command" "$@" "${loop[@]}" --threads 1
  run_into "other/$name" "$other" "$command" "$@" "${loop[@]}" --threads 4
  [ -s "one/$name/out/result.json" ] || [ -s "one/$name/out/compare.json" ] || { echo "$name left no result" >&2; exit 1; }
  # Of a table, more than its header.
  while read -r table; do
    [ "$(wc -l <"$table")" -ge 2 ] || { echo "$name: $table has no row" >&2; exit 1; }
  done < <(find "one/$name/out" -name '*.csv')
  diff -r "one/$name" "other/$name" >&2 || { echo "$name differs" >&2; exit 1; }
}

# FILE [VARIANT]: with every default written out it is a scenario too.
expect_resolved_is_read() {
  local asked=()
  [ -z "${2:-}" ] || asked=(--variant "$2")
  "$one" check "$1" "${asked[@]}" --resolved >"${1%.json}.resolved.json"
  "$one" check "${1%.json}.resolved.json" >/dev/null || { echo "$1 ${2:-}: resolved is not read back" >&2; exit 1; }
}

# NAME FILE: a folder of runs has the same bytes, whoever made it.
expect_equal_sweeps() {
  mkdir -p "one/sweep-$1" "other/sweep-$1"
  "$one" sweep "$2" --threads 1 --runs "one/sweep-$1/runs" | sed '/^files /,$d' >"one/sweep-$1/printed"
  "$other" sweep "$2" --threads 4 --runs "other/sweep-$1/runs" | sed '/^files /,$d' >"other/sweep-$1/printed"
  diff -r "one/sweep-$1" "other/sweep-$1" >&2 || { echo "sweep of $1 differs" >&2; exit 1; }
}

scenarios=0 comparisons=0 sweeps=0
for file in scenarios/*.json; do
  name=$(basename "$file" .json)
  expect_equal "$name" run "$file"
  expect_resolved_is_read "$file"
  scenarios=$((scenarios + 1))
  if grep -q '^ *"axes"' "$file"; then
    expect_equal_sweeps "$name" "$file"
    sweeps=$((sweeps + 1))
  fi
  grep -q '^ *"variants"' "$file" || continue
  expect_equal "compare-$name" compare "$file"
  # In compare.csv every design has a row that begins with its name, in quotes where it holds a comma.
  while read -r variant; do
    [ "$variant" = base ] || expect_resolved_is_read "$file" "$variant"
  done < <(sed -En '2,$ { s/^"([^"]*)".*/\1/p; t; s/,.*//p }' "one/compare-$name/out/compare.csv")
  comparisons=$((comparisons + 1))
done
files=$(find one -type f | wc -l)
echo "$scenarios scenarios, $comparisons comparisons and $sweeps sweeps: $files files are equal"
[ "$scenarios" -ge 9 ] && [ "$comparisons" -ge 7 ] && [ "$sweeps" -ge 2 ] && [ "$files" -ge 180 ]
