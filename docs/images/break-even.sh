#!/usr/bin/env bash
# Draws docs/images/break-even.svg from runs of scenarios/break-even.json.
#   docs/images/break-even.sh build/release/bin/gpuscape >docs/images/break-even.svg
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
.grid{stroke:#e4e7eb}.limit{stroke:#33383f;stroke-dasharray:2 4}.line{fill:none;stroke-width:2.5}
</style>
<rect width="720" height="340" fill="#ffffff"/>
<text class="title" x="56" y="30">Batched calls bear a slow round trip, and no slow link</text>
<text class="sub" x="56" y="50">ResNet-50 on one remote A100, rate as a share of a local one's · scenarios/break-even.json</text>
SVG

for tick in 0 25 50 75 100; do
  y=$(awk -v t="$tick" 'BEGIN { printf "%.1f", 290 - t * 2.2 }')
  echo "<line class=\"grid\" x1=\"56\" x2=\"350\" y1=\"$y\" y2=\"$y\"/><line class=\"grid\" x1=\"420\" x2=\"690\" y1=\"$y\" y2=\"$y\"/><text class=\"tick\" x=\"48\" y=\"$y\" text-anchor=\"end\" dy=\"4\">$tick %</text>"
done
for i in 0 1 2 3 4; do
  names=("1 us" "10 us" "100 us" "1 ms" "10 ms")
  echo "<text class=\"tick\" x=\"$((56 + i * 72))\" y=\"310\" text-anchor=\"middle\">${names[$i]}</text>"
done
for i in 0 1 2; do
  names=("1" "10" "100 Gbit/s")
  echo "<text class=\"tick\" x=\"$((430 + i * 118))\" y=\"310\" text-anchor=\"middle\">${names[$i]}</text>"
done
echo '<text class="sub" x="200" y="330" text-anchor="middle">round trip of a call</text><text class="sub" x="555" y="330" text-anchor="middle">link</text>'
# 5 % longer: 1 ÷ 1.05 of the rate.
echo '<line class="limit" x1="56" x2="350" y1="80.5" y2="80.5"/><line class="limit" x1="420" x2="690" y1="80.5" y2="80.5"/>'

# The remote rate ÷ the local one of a run with one value replaced.
share() {
  "$gpuscape" run "$root/scenarios/break-even.json" ${1:+--variant "$1"} --set "$2" --out "$work/out" >/dev/null
  awk -F, '/^local/ { local = $11 } /^remote/ { print $11 / local }' "$work/out/steps.csv"
  rm -r "$work/out"
}
# A line through one run for each value; the x of a decade, and of the first.
curve() {
  local variant=$1 key=$2 unit=$3 first=$4 decade=$5 colour=$6 label=$7
  shift 7
  local points=""
  for value in "$@"; do
    points+=$(awk -v v="$value" -v s="$(share "$variant" "$key=$value $unit")" -v f="$first" -v d="$decade" \
      'BEGIN { printf "%.1f,%.1f ", f + d * log(v) / log(10), 290 - s * 220 }')
  done
  echo "<polyline class=\"line\" stroke=\"$colour\" points=\"$points\"/>"
  echo "$label"
}
curve "" /cluster/gpu_access/round_trip us 56 72 "#3f74b5" \
  '<text x="120" y="110">batched calls</text>' 1 2 5 10 20 50 100 200 500 1000 2000 5000 10000
curve "synchronous, rtt 2 us" /cluster/gpu_access/round_trip us 56 72 "#c4572b" \
  '<text x="186" y="200">every call waits</text>' 1 2 5 10 20 50 100 200 500 1000 2000 5000 10000
curve "" /cluster/networks/compute/link Gbit/s 430 118 "#3f74b5" \
  '<text x="560" y="110">batched calls</text>' 1 2 5 8 10 12 15 20 50 100
echo '</svg>'
