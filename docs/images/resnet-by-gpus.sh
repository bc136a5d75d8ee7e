#!/usr/bin/env bash
# Draws docs/images/resnet-by-gpus.svg from runs of scenarios/resnet-by-gpus.json.
#   docs/images/resnet-by-gpus.sh build/release/bin/gpuscape >docs/images/resnet-by-gpus.svg
set -euo pipefail

gpuscape=$1
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="720" height="340" viewBox="0 0 720 340" role="img">
<style>
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#33383f;font-size:13px}
.title{font-size:16px;font-weight:600}.sub,.tick{fill:#69707a}
.grid{stroke:#e4e7eb}.line{fill:none;stroke-width:2.5}
</style>
<rect width="720" height="340" fill="#ffffff"/>
<text class="title" x="56" y="30">Adding GPUs pays while their batch does not shrink</text>
<text class="sub" x="56" y="50">ResNet-50, rate per GPU as a share of one GPU's · scenarios/resnet-by-gpus.json</text>
SVG

for tick in 0 25 50 75 100; do
  y=$(awk -v t="$tick" 'BEGIN { printf "%.1f", 296 - t * 2.2 }')
  echo "<line class=\"grid\" x1=\"56\" x2=\"560\" y1=\"$y\" y2=\"$y\"/><text class=\"tick\" x=\"48\" y=\"$y\" text-anchor=\"end\" dy=\"4\">$tick %</text>"
done
for i in 0 1 2 3 4 5 6; do
  echo "<text class=\"tick\" x=\"$((80 + i * 76))\" y=\"318\" text-anchor=\"middle\">$((1 << i))</text>"
done
echo '<text class="tick" x="576" y="318">GPUs</text>'

# A line for each application of a run: its rows hold the efficiency before the algorithm.
curve() {
  "$gpuscape" run "$root/scenarios/resnet-by-gpus.json" ${1:+--variant "$1"} --out "$work/out$1" |
    awk -v wanted="$2" -v colour="$3" -v dash="$4" -v label="$5" '
      index($0, wanted) == 1 {
        for (i = 1; i <= NF; i++) if ($i ~ /^[01]\.[0-9][0-9][0-9]$/) share = $i
        x = 80 + n++ * 76; y = 296 - share * 220
        points = points x "," sprintf("%.1f", y) " "
      }
      END {
        printf "<polyline class=\"line\" stroke=\"%s\" stroke-dasharray=\"%s\" points=\"%s\"/>", colour, dash, points
        printf "<text x=\"%d\" y=\"%.1f\" dy=\"4\">%s</text>\n", x + 10, y, label
      }'
}
curve "" "256 each" "#3f74b5" none "256 each"
curve "" "256 in all" "#c4572b" none "256 in all"
curve 25gbe "256 in all" "#c4572b" "6 4" "256 in all, 25 GbE"
echo '</svg>'
