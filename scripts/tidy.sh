#!/usr/bin/env bash
# Runs clang-tidy-19 over sources of sim/, each as it is compiled by itself.
#   scripts/tidy.sh            what has not passed yet, and six of the others as a sample
#   scripts/tidy.sh --record   the same, and notes in scripts/tidied.txt what passed
#   scripts/tidy.sh FILE…      these files
# A file has passed where scripts/tidied.txt has its path with the hash of its text, its header's and the rules',
# less the includes of files of ours.
# TIDY_ANALYSE=1 adds the static analyser, which triples the time.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
# Configured and not built: other folders compile many sources at once, so they have no command for each.
folder=build/tidy
cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGPUSCAPE_UNITY=OFF >/dev/null
record=scripts/tidied.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

key() {
  local header=${1%.cpp}.hpp
  [ -f "$header" ] || header=/dev/null
  # Without our own includes: a file that only moves to another room has nothing new to be looked at.
  { cat .clang-tidy; grep -hv '^#include "' "$1" "$header"; } | sha256sum | cut -c1-16
}

keys() { git ls-files -co --exclude-standard -- 'sim/*.cpp' | while read -r file; do [ ! -f "$file" ] || echo "$(key "$file") $file"; done; }
# Which of the files that passed are looked at again changes with every commit.
sample() { while read -r line; do echo "$(echo "$line$(git rev-parse HEAD)" | sha256sum) ${line#* }"; done | sort | sed -n '1,6s/.* //p'; }

if [ $# -gt 0 ] && [ "$1" != --record ]; then
  printf '%s\n' "$@" >"$work/todo"
else
  keys | sort -k 2 >"$work/keys"
  touch "$record"
  grep -vxFf "$record" "$work/keys" >"$work/new" || true
  grep -xFf "$record" "$work/keys" >"$work/old" || true
  { sed 's/^[^ ]* //' "$work/new"; sample <"$work/old"; } >"$work/todo"
  echo "   $(wc -l <"$work/new") files have not passed; $(($(wc -l <"$work/todo") - $(wc -l <"$work/new"))) of the others as a sample"
fi

checks=()
[ -n "${TIDY_ANALYSE:-}" ] || checks=(--checks=-clang-analyzer-*)
tidy_one() {
  local file=$1 work=$2
  shift 2
  if clang-tidy-19 --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-error "$@" "$file" >"$work/${file//\//_}" 2>&1; then
    echo "$file" >>"$work/passed"
  else
    cat "$work/${file//\//_}"
    return 1
  fi
}
export -f tidy_one
code=0
# shellcheck disable=SC2016  # expanded by the inner shell
xargs -r -P "$(nproc)" -I FILE bash -c 'tidy_one "$@"' tidy FILE "$work" -p "$folder" "${checks[@]}" <"$work/todo" || code=1
if [ "${1:-}" = --record ] && [ -f "$work/passed" ]; then
  { cat "$work/old"; while read -r file; do echo "$(key "$file") $file"; done <"$work/passed"; } | sort -u -k 2 >"$record"
fi
exit $code
