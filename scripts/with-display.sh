#!/usr/bin/env bash
# Runs a command on an X server of its own that draws in memory. The server picks a free number itself and says when it
# takes connections: xvfb-run looks for a number first, and waits for a signal that may come before it waits.
#   scripts/with-display.sh [--server-argument ARGUMENT …] COMMAND…
set -euo pipefail

arguments=(-screen 0 1600x1000x24 -nolisten tcp)
while [ "${1:-}" = --server-argument ]; do
  arguments+=("$2")
  shift 2
done
[ $# -gt 0 ] || { echo 'with-display: a command is needed' >&2; exit 2; }
command -v Xvfb >/dev/null || { echo 'with-display: xvfb is not installed' >&2; exit 77; }

# One server at a time begins or ends: one that ends removes the socket of its number late, and that may be another's by
# then.
exec {turn}<"${BASH_SOURCE[0]}"
end_server() {
  flock "$turn"
  kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true
}

flock "$turn"
exec {number}< <(exec Xvfb -displayfd 1 "${arguments[@]}" 2>/dev/null)
server=$!
trap end_server EXIT
read -r -t 60 -u "$number" display || { echo 'with-display: the X server does not start' >&2; exit 1; }
flock -u "$turn"
env -u WAYLAND_DISPLAY DISPLAY=":$display" "$@"
