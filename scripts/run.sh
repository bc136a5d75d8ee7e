#!/usr/bin/env bash
# Installs what is missing, builds, and runs a scenario; the quickstart where none is given.
#   scripts/run.sh
#   scripts/run.sh SCENARIO…    all arguments go to `gpuscape run`; files are relative to where you stand
#   scripts/run.sh --gui [SCENARIO]   opens it in the window instead
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
program=gpuscape command=(run)
if [ "${1:-}" = --gui ]; then
  shift
  program=gpuscape-gui command=()
fi
"$root/scripts/setup.sh"
"$root/scripts/build.sh" build/release "$program" --preset release
if [ $# -eq 0 ]; then
  set -- "$(realpath --relative-to=. "$root/scenarios/quickstart.json")"
fi
exec "$root/build/release/bin/$program" "${command[@]}" "$@"
