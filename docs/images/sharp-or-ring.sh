#!/usr/bin/env bash
# Draws docs/images/sharp-or-ring.svg from a run of scenarios/sharp-or-ring.json.
#   docs/images/sharp-or-ring.sh build/release/bin/gpuscape >docs/images/sharp-or-ring.svg
set -euo pipefail

gpuscape=$1
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="720" height="340" viewBox="0 0 720 340" role="img">
<style>
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#33383f;font-size:13px}
.title{font-size:16px;font-weight:600}.sub,.tick{fill:#69707a}.value{font-weight:600;font-size:12px}
.grid{stroke:#e4e7eb}.axis{stroke:#8a919b}
</style>
<rect width="720" height="340" fill="#ffffff"/>
<text class="title" x="56" y="30">Switches that add up save most in the middle</text>
<text class="sub" x="56" y="50">all-reduce on 32 H100 of 4 nodes, bus bandwidth in GB/s · scenarios/sharp-or-ring.json</text>
<rect x="56" y="64" width="14" height="11" fill="#3f74b5"/><text x="76" y="74">ring</text>
<rect x="130" y="64" width="14" height="11" fill="#c4572b"/><text x="150" y="74">SHARP</text>
SVG

for tick in 0 100 200 300 400; do
  y=$(awk -v t="$tick" 'BEGIN { printf "%.1f", 300 - t * 0.46 }')
  echo "<line class=\"grid\" x1=\"56\" x2=\"696\" y1=\"$y\" y2=\"$y\"/><text class=\"tick\" x=\"48\" y=\"$y\" text-anchor=\"end\" dy=\"4\">$tick</text>"
done

# A run prints a line for each size: first those of the ring, then those of SHARP.
"$gpuscape" run "$root/scenarios/sharp-or-ring.json" --out "$work/out" |
  awk '/^all-reduce/ {
    size = $0; sub(/.*float +(no|yes) +/, "", size); split(size, word, " +")
    label = word[1] " " word[2]; bus = word[6]
    sharp = ($0 ~ /sharp/)
    place = sharp ? after++ : before++
    x = 80 + place * 125 + (sharp ? 46 : 0); height = bus * 0.46
    printf "<rect x=\"%d\" y=\"%.1f\" width=\"42\" height=\"%.1f\" fill=\"%s\"/>", x, 300 - height, height, sharp ? "#c4572b" : "#3f74b5"
    printf "<text class=\"value\" x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x + 21, 294 - height, bus
    if (!sharp) printf "<text class=\"tick\" x=\"%d\" y=\"320\" text-anchor=\"middle\">%s</text>\n", x + 44, label
  }'
echo '<line class="axis" x1="56" x2="696" y1="300" y2="300"/>'
echo '</svg>'
