#!/usr/bin/env bash
# Golden tests of the command: every case is a folder with the command as a user types it and the text that
# it must print.
#   tests/golden/run.sh PROGRAM [CASE…]             compare
#   tests/golden/run.sh PROGRAM --update [CASE…]    write what it prints now
# cases/NAME/command        a bash script; runs in a scratch copy of the folder, with `gpuscape` on its PATH
#                           and the checkout's scenarios/ beside it
# cases/NAME/expected.out   what it prints on stdout, then "exit N" where that is not 0
# cases/NAME/expected.err   what it prints on stderr; absent where that is nothing
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "${1:?usage: run.sh PROGRAM [--update] [CASE…]}")
shift
update=
if [ "${1:-}" = --update ]; then update=yes; shift; fi
[ $# -gt 0 ] || set -- $(ls "$here/cases")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/gpuscape"

run_case() {
  local folder="$scratch/$1" code=0
  cp -r "$here/cases/$1" "$folder"
  rm -f "$folder/expected.out" "$folder/expected.err"
  ln -s "$here/../../scenarios" "$folder/scenarios"
  (cd "$folder" && env -u NO_COLOR PATH="$scratch/bin:$PATH" LC_ALL=C.UTF-8 bash ./command) \
    >"$scratch/$1.out" 2>"$scratch/$1.err" </dev/null || code=$?
  [ $code -eq 0 ] || echo "exit $code" >>"$scratch/$1.out"
}

same() {  # NAME STREAM
  local expected="$here/cases/$1/expected.$2"
  [ -f "$expected" ] || expected=/dev/null
  diff -u --label "expected.$2" --label "printed.$2" "$expected" "$scratch/$1.$2"
}

failed=0
for name in "$@"; do
  [ -f "$here/cases/$name/command" ] || { echo "no such case: $name" >&2; exit 2; }
  run_case "$name"
  if [ -n "$update" ]; then
    cp "$scratch/$name.out" "$here/cases/$name/expected.out"
    rm -f "$here/cases/$name/expected.err"
    [ ! -s "$scratch/$name.err" ] || cp "$scratch/$name.err" "$here/cases/$name/expected.err"
    continue
  fi
  ok=yes
  same "$name" out || ok=
  same "$name" err || ok=
  [ -n "$ok" ] || { echo "differs: $name (if that is meant: tests/golden/run.sh PROGRAM --update $name)"; failed=1; }
done
exit $failed
