#!/usr/bin/env bash
# Runs clang-tidy-19 over the files named on stdin, each against what the build folder compiled.
# A file that passed is not looked at again until it, a header it includes or the rules change.
#   git ls-files 'sim/*.cpp' | scripts/tidy.sh build/release
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
folder=$1
cache=.cache/clang-tidy
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line a file: its path, then everything it includes, as the compiler noted it.
ninja -C "$folder" -t deps 2>/dev/null | awk '
  /^[^ ].*: #deps/ { if (line != "") print line; line = "" }
  /^ / { line = line == "" ? $1 : line " " $1 }
  END { if (line != "") print line }' | sed "s|$root/||g" >"$work/deps"

rules=$({ clang-tidy-19 --version; cat .clang-tidy; } | sha256sum)
while read -r file; do
  includes=$(grep -m 1 -F -- "$file " "$work/deps" || true)
  [ "${includes%% *}" = "$file" ] || includes=$file
  # shellcheck disable=SC2086  # the list is meant to split; no path in it holds a space
  key=$({ echo "$rules"; cat $includes; } | sha256sum | cut -c1-40)
  [ -f "$cache/$key" ] || echo "$file $cache/$key"
done >"$work/todo"

echo "   $(wc -l <"$work/todo") files to check"
tidy_one() {
  clang-tidy-19 -p "$1" --quiet --extra-arg=-Wno-unknown-warning-option "$2" 2>"$4/$(basename "$3").err" || { cat "$4/$(basename "$3").err"; return 1; }
  touch "$3"
}
export -f tidy_one
# shellcheck disable=SC2016  # expanded by the inner shell
xargs -r -P "$(nproc)" -L 1 bash -c 'tidy_one "$0" "$2" "$3" "$1"' "$folder" "$work" <"$work/todo"
