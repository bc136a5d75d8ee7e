#!/usr/bin/env bash
# Draws docs/images/earlier-results.png again, on a display of memory alone. It shows paths and a date, so it is no
# picture that a test compares.
#   scripts/results-picture.sh [FOLDER]    docs/images where no folder is given
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
out=$(realpath "${1:-$root/docs/images}")
cd "$root"
for program in gpuscape-gui gpuscape; do scripts/build.sh build/release $program --preset release; done
command -v pngquant >/dev/null || { echo 'results-picture: install pngquant, which makes the file small' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r scenarios "$work/scenarios"
cd "$work"
export LIBGL_ALWAYS_SOFTWARE=1 PATH=$root/build/release/bin:$PATH
gpuscape run scenarios/quickstart.json --set /cluster/nodes/gpu/count=19 --out nineteen.out >/dev/null
cat >session.txt <<'LINES'
open nineteen.out
wait
click saved.0
type j
fill jobs.filter = wait>2h
click job.0
shot earlier-results
LINES
"$root/scripts/with-display.sh" gpuscape-gui scenarios/quickstart.json \
  --size 1240 800 --script session.txt --shots "$out" >/dev/null
pngquant --force --skip-if-larger --ext .png 128 "$out/earlier-results.png"
