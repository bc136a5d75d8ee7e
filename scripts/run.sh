#!/usr/bin/env bash
# Installs what is missing, builds, and runs a scenario; the quickstart where none is given.
#   scripts/run.sh
#   scripts/run.sh SCENARIO…    all arguments go to `gpuscape run`; files are relative to where you stand
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
"$root/scripts/setup.sh"
"$root/scripts/build.sh" build/release gpuscape --preset release
if [ $# -eq 0 ]; then
  set -- "$(realpath --relative-to=. "$root/scenarios/quickstart.json")"
fi
exec "$root/build/release/bin/gpuscape" run "$@"
