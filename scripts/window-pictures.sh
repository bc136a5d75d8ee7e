#!/usr/bin/env bash
# Draws the pictures of docs/how-to/ask-what-if-in-the-window.md again, on a display of memory alone.
#   scripts/window-pictures.sh [FOLDER]    docs/images where no folder is given
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
out=$(realpath "${1:-$root/docs/images}")
cd "$root"
scripts/build.sh build/release gpuscape-gui --preset release
command -v pngquant >/dev/null || { echo 'window-pictures: install pngquant, which makes the files small' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LIBGL_ALWAYS_SOFTWARE=1

# session SCENARIO: its lines come from standard input
session() {
  cat >"$work/session.txt"
  xvfb-run -a -s '-screen 0 1600x1000x24' build/release/bin/gpuscape-gui "scenarios/$1" \
    --size 1240 800 --script "$work/session.txt" --shots "$out" >/dev/null
}

session quickstart.json <<'LINES'
wait
type d
fill type./cluster/nodes/gpu/count = 19
wait
shot window-compare
LINES
session lab-log.json <<'LINES'
wait
type w
point 0.862 plot
shot window-why
type j
fill jobs.filter = wait>2h gpus>=8
click job.0
shot window-jobs
type +
type +
type n
theme light
shot window-nodes
LINES
session thin-spine.json <<'LINES'
click design.add
click add.thin, hash
wait
type m
click link.leaf 1 → spine 1
shot window-map
LINES
session rent-or-buy.json <<'LINES'
click design.add
click add.all
wait
drag-by 0 -140 divide.answer
type p
shot window-money
LINES
pngquant --force --skip-if-larger --ext .png 128 "$out"/window-*.png
