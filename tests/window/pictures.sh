#!/usr/bin/env bash
# Every panel looks as in docs/images, within what another driver or font version may change: both pictures are cut into
# blocks of 16 × 16 pixels, whose mean colours are compared.
#   tests/window/pictures.sh PROGRAM PICTURE_DIFFERENCE
set -euo pipefail

program=$(realpath "$1") difference=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
images=$here/../../docs/images
command -v Xvfb >/dev/null || { echo 'xvfb is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$here/draw_pictures.sh" "$program" "$work"
code=0
for picture in "$images"/window-*.png; do
  name=$(basename "$picture")
  "$difference" "$picture" "$work/$name" || { echo "$name is not as it was: scripts/window-pictures.sh draws it again"; code=1; }
done
[ "$(ls "$work"/window-*.png | wc -l)" -eq "$(ls "$images"/window-*.png | wc -l)" ] || { echo 'there are other pictures'; code=1; }
# The comparison can fail: another tab below the same curves is another picture.
if "$difference" "$work/window-why.png" "$work/window-jobs.png" >/dev/null; then echo 'two tabs look alike'; code=1; fi
exit $code
