#!/usr/bin/env bash
# On a display of memory alone: pictures are drawn, and the window takes keys from the desktop and goes when it is told.
#   tests/window/desktop.sh PROGRAM
set -euo pipefail

program=$1
command -v Xvfb >/dev/null || { echo 'xvfb is not installed'; exit 77; }
command -v xdotool >/dev/null || { echo 'xdotool is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config LIBGL_ALWAYS_SOFTWARE=1

printf 'wait\nshot one\ntype t\nshot two\n' >"$work/shots.txt"
scripts/with-display.sh "$program" scenarios/lab-log.json --script "$work/shots.txt" --shots "$work"
for name in one two; do
  [ "$(stat -c %s "$work/$name.png")" -gt 20000 ] || { echo "$name.png is nearly empty"; exit 1; }
done
! cmp -s "$work/one.png" "$work/two.png" || { echo 'the theme changes nothing'; exit 1; }

# The real event loop: once the window is there and has its answer it draws nothing; Ctrl+Q ends it. Every wait has an
# end, and says what it waited for.
scripts/with-display.sh tests/window/quits.sh "$program" scenarios/lab-log.json
grep -q lab-log.json "$work/config/gpuscape/window.json" || { echo 'the file is not remembered'; exit 1; }
