#!/usr/bin/env bash
# --help and --version need no display; what is wrong on the line ends with 2.
#   tests/window/command_line.sh PROGRAM
set -euo pipefail

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DISPLAY WAYLAND_DISPLAY

"$program" --help | grep -q -- '--script'
"$program" --version | grep -qE '^gpuscape-gui [0-9]+\.[0-9]+\.[0-9]+$'
refused() {
  local code=0
  "$program" "$@" >"$work/out" 2>&1 || code=$?
  [ "$code" -eq 2 ] || { echo "$*: ends with $code, not 2"; cat "$work/out"; exit 1; }
}
refused --no-such-option
refused --script "$work/missing.txt"
refused --unseen
refused --scale 9
echo 'expect state = nonsense' >"$work/wrong.txt"
code=0
"$program" --unseen --script "$work/wrong.txt" 2>"$work/err" || code=$?
[ "$code" -eq 1 ] || { echo "an unmet expectation ends with $code, not 1"; exit 1; }
grep -q 'wrong.txt:1: ' "$work/err"
# A font that is not there, or is none, is no reason to end.
echo wait >"$work/wait.txt"
for font in "$work/missing.ttf" "$work/wait.txt"; do
  GPUSCAPE_FONT=$font "$program" --unseen --script "$work/wait.txt" >/dev/null
done
