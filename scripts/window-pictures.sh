#!/usr/bin/env bash
# Draws the pictures of docs/how-to/ask-what-if-in-the-window.md again, on a display of memory alone: each session
# of tests/window/pictures names its scenario in the first line.
#   scripts/window-pictures.sh [FOLDER]    docs/images where no folder is given
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
out=$(realpath "${1:-$root/docs/images}")
cd "$root"
scripts/build.sh build/release gpuscape-gui --preset release
command -v pngquant >/dev/null || { echo 'window-pictures: install pngquant, which makes the files small' >&2; exit 1; }
tests/window/draw_pictures.sh build/release/bin/gpuscape-gui "$out"
pngquant --force --skip-if-larger --ext .png 128 "$out"/window-*.png
scripts/results-picture.sh "$out"
