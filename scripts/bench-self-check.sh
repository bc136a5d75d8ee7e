#!/usr/bin/env bash
# Does `gpuscape_bench_table --against` find what it is for? Builds a copy of the working tree, five versions of it
# with one known slowness each (tests/bench/slownesses) and a control, compares each with the first, and prints one
# table. Exit 1 where a slowness is not found or the control shows one. For developers: half an hour the first time,
# and a machine with little else to do.
#   scripts/bench-self-check.sh [NAME…]     only these slownesses, and the control
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
patches="$root/tests/bench/slownesses"
work="$root/build/self-check"
tree="$work/tree"
programs="$work/programs"
# The copy is no part of the checkout that it lies in: git would pass over its files.
export GIT_CEILING_DIRECTORIES="$work"

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for file in "$patches"/*.patch; do names+=("$(basename "$file" .patch)"); done
fi
for name in "${names[@]}"; do
  [ -f "$patches/$name.patch" ] || { echo "bench-self-check: no $name.patch in $patches" >&2; exit 2; }
done

# As it stands, with what is not committed; what was built before stays.
mkdir -p "$tree" "$programs"
find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git -C "$root" ls-files -z --cached --others --exclude-standard |
  tar -C "$root" --create --null --files-from=- --ignore-failed-read | tar -C "$tree" --extract

# apply FLAGS… NAME: all of it, exactly, or not at all
apply() { git -C "$tree" apply "${@:1:$#-1}" "$patches/${*: -1}.patch"; }
row_of() { sed -n 's/^Row: //p' "$patches/$1.patch"; }
build() {
  "$tree/scripts/build.sh" build/bench gpuscape_bench_table --preset release -DGPUSCAPE_BENCH=ON \
    -DGPUSCAPE_TESTS=OFF
  cp "$tree/build/bench/bin/gpuscape_bench_table" "$programs/$1"
}

# An interrupted check may have left objects of a slow text that are newer than the right text.
for file in "$patches"/*.patch; do
  (cd "$tree" && sed -n 's|^+++ b/||p' "$file" | xargs touch)
done
build before
for name in "${names[@]}"; do
  apply "$name"
  build "$name"
  apply --reverse "$name"
done
build control

printf '| %-16s | %-32s | old/new | 95 %% interval  | rounds | said | |\n|---|---|---|---|---|---|---|\n' version side
failed=0
# check VERSION ROW STATUS: compares with the first version; that exit status is what should come
check() {
  local status=0 result=ok
  "$programs/$1" --against "$programs/before" --filter "$2" >"$work/$1.txt" || status=$?
  if [ "$status" -gt 1 ]; then
    cat "$work/$1.txt" >&2
    exit "$status"
  fi
  if [ "$status" -ne "$3" ]; then
    failed=1
    result=$([ "$3" -eq 1 ] && echo 'NOT FOUND' || echo 'FALSE ALARM')
  fi
  sed 1,2d "$work/$1.txt" | while IFS='|' read -r _ side _ _ ratio interval rounds said _; do
    printf '| %-16s |%s|%s|%s|%s|%s| %s |\n' "$1" "$side" "$ratio" "$interval" "$rounds" "$said" "$result"
  done
}
for name in "${names[@]}"; do check "$name" "$(row_of "$name")" 1; done
for name in "${names[@]}"; do check control "$(row_of "$name")" 0; done
exit "$failed"
