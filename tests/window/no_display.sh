#!/usr/bin/env bash
# Without a display or without OpenGL the program says so in one line and ends with 3.
#   tests/window/no_display.sh PROGRAM
set -euo pipefail

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config

fails_with() {  # WHAT PATTERN COMMAND…
  local what=$1 pattern=$2 code=0
  shift 2
  "$@" >"$work/out" 2>"$work/err" || code=$?
  [ "$code" -eq 3 ] || { echo "$what: ends with $code, not 3"; cat "$work/err"; exit 1; }
  grep -q "^gpuscape-gui: error: $pattern" "$work/err" || { echo "$what: says"; cat "$work/err"; exit 1; }
  [ "$(grep -vc '^  hint:' "$work/err")" -eq 1 ] || { echo "$what: more than one line"; cat "$work/err"; exit 1; }
}

fails_with 'no display' 'no window can be opened' env -u DISPLAY -u WAYLAND_DISPLAY "$program"
fails_with 'a display that is not there' 'no window can be opened' env -u WAYLAND_DISPLAY DISPLAY=:4711 "$program"
if command -v Xvfb >/dev/null; then
  fails_with 'no OpenGL' 'no window can be opened' scripts/with-display.sh \
    --server-argument -extension --server-argument GLX "$program"
fi
[ ! -e "$work/config" ] || { echo 'settings are written by a window that never was'; exit 1; }
