#!/usr/bin/env bash
# The window on the display that is there: it comes, is idle once it has its answer, and goes at Ctrl+Q.
#   tests/window/quits.sh PROGRAM SCENARIO
set -euo pipefail

"$@" &
pid=$!
fail() {
  echo "quits: $*"
  kill -9 $pid 2>/dev/null || true
  exit 1
}
ticks() { awk '{ print $14 + $15 }' /proc/$pid/stat; }

window=
for _ in $(seq 300); do
  kill -0 $pid 2>/dev/null || fail 'the program ended before its window was seen'
  window=$(timeout 10 xdotool search --onlyvisible --name Gpuscape 2>/dev/null | head -n 1) || true
  [ -z "$window" ] || break
  sleep 0.2
done
[ -n "$window" ] || fail 'no window within a minute'

idle=no
for _ in $(seq 60); do
  before=$(ticks)
  sleep 0.5
  [ "$(ticks)" -ne "$before" ] || { idle=yes; break; }
done
[ $idle = yes ] || fail 'it is never idle'

for _ in $(seq 60); do
  timeout 10 xdotool windowfocus "$window" key --window "$window" ctrl+q 2>/dev/null || true
  for _ in 1 2 3 4 5; do
    kill -0 $pid 2>/dev/null || { wait $pid && exit 0 || fail "it ended with $?"; }
    sleep 0.1
  done
done
fail 'it does not go at Ctrl+Q'
