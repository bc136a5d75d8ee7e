#!/usr/bin/env bash
# On a display of memory alone: pictures are drawn, and the window takes keys from the desktop and goes when it is told.
#   tests/window/desktop.sh PROGRAM
set -euo pipefail

program=$1
command -v xvfb-run >/dev/null || { echo 'xvfb is not installed'; exit 77; }
command -v xdotool >/dev/null || { echo 'xdotool is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config LIBGL_ALWAYS_SOFTWARE=1 PROGRAM=$program WORK=$work

printf 'wait\nshot one\ntype t\nshot two\n' >"$work/shots.txt"
xvfb-run -a -s '-screen 0 1600x1000x24' "$program" scenarios/lab-log.json --script "$work/shots.txt" --shots "$work"
for name in one two; do
  [ "$(stat -c %s "$work/$name.png")" -gt 20000 ] || { echo "$name.png is nearly empty"; exit 1; }
done
! cmp -s "$work/one.png" "$work/two.png" || { echo 'the theme changes nothing'; exit 1; }

# The real event loop: once the window is there and has its answer it draws nothing; Ctrl+Q ends it.
xvfb-run -a -s '-screen 0 1600x1000x24' bash -c '
  "$PROGRAM" scenarios/lab-log.json 2>"$WORK/err" & pid=$!
  for _ in $(seq 100); do
    window=$(xdotool search --onlyvisible --name Gpuscape 2>/dev/null | head -n 1) && [ -n "$window" ] && break
    sleep 0.1
  done
  ticks() { awk "{ print \$14 + \$15 }" /proc/$pid/stat; }
  idle=no
  for _ in $(seq 40); do
    before=$(ticks)
    sleep 0.5
    [ "$(ticks)" -ne "$before" ] || { idle=yes; break; }
  done
  [ $idle = yes ] || echo "it is never idle" >"$WORK/busy"
  for _ in $(seq 100); do
    kill -0 $pid 2>/dev/null || break
    xdotool windowfocus "$window" key --window "$window" ctrl+q 2>/dev/null || true
    sleep 0.2
  done
  wait $pid'
[ ! -e "$work/busy" ] || { cat "$work/busy"; exit 1; }
grep -q lab-log.json "$work/config/gpuscape/window.json" || { echo 'the file is not remembered'; exit 1; }
