#!/usr/bin/env bash
# Every session of pictures/, whose first line names its scenario, with its pictures written to a folder.
#   tests/window/draw_pictures.sh PROGRAM FOLDER
set -euo pipefail

program=$(realpath "$1") out=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
export LIBGL_ALWAYS_SOFTWARE=1
for script in "$here"/pictures/*.txt; do
  scripts/with-display.sh "$program" "scenarios/$(sed -n '1s/^# //p' "$script")" \
    --size 1240 800 --script "$script" --shots "$out" >/dev/null
done
