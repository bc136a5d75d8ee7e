#!/usr/bin/env bash
# Draws docs/images/thin-spine.svg from six runs of scenarios/thin-spine.json.
#   docs/images/thin-spine.sh build/release/bin/gpuscape >docs/images/thin-spine.svg
set -euo pipefail

gpuscape=$1
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "value low high" of the p95 slowdown over the replications.
slowdown() {
  local variant=()
  [ -z "$1" ] || variant=(--variant "$1")
  "$gpuscape" run "$root/scenarios/thin-spine.json" ${variant[@]+"${variant[@]}"} --json --out "$work/out" 2>/dev/null |
    awk '/"job_slowdown_p95": \{/ { inside = 1 } inside && /"(value|low|high)"/ { gsub(/[^0-9.]/, "", $2); printf "%s ", $2 }
         /\}/ { inside = 0 }'
  rm -rf "$work/out"
}

cat <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="720" height="360" viewBox="0 0 720 360" role="img">
<style>
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#33383f;font-size:13px}
.title{font-size:16px;font-weight:600}.sub,.tick{fill:#69707a}.value{font-weight:600}
.grid{stroke:#e4e7eb}.axis{stroke:#8a919b}.error{stroke:#33383f;stroke-width:1.5}
</style>
<rect width="720" height="360" fill="#ffffff"/>
<text class="title" x="56" y="30">One job in twenty that exchanges data runs this much longer, or more</text>
<text class="sub" x="56" y="50">p95 of the job slowdown, 10 replications, 95 % intervals · scenarios/thin-spine.json</text>
<rect x="480" y="64" width="14" height="11" fill="#3f74b5"/><text x="500" y="74">full spine (1:1)</text>
<rect x="600" y="64" width="14" height="11" fill="#f0a63c"/><text x="620" y="74">thin (4:1)</text>
SVG

# 1.0 lies at y = 300, 2.0 at y = 90.
for tick in 1.0 1.2 1.4 1.6 1.8 2.0; do
  awk -v t="$tick" 'BEGIN { y = 300 - 210 * (t - 1)
    printf "<path class=\"%s\" d=\"M56 %.1fh640\"/>\n<text class=\"tick\" x=\"48\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
           t == 1 ? "axis" : "grid", y, y + 4, t }'
done

bar() { # x colour "value low high"
  awk -v x="$1" -v colour="$2" -v line="$3" 'BEGIN { split(line, v, " ")
    y = 300 - 210 * (v[1] - 1); low = 300 - 210 * (v[2] - 1); high = 300 - 210 * (v[3] - 1)
    printf "<rect x=\"%d\" y=\"%.1f\" width=\"64\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, 300 - y, colour
    printf "<path class=\"error\" d=\"M%d %.1fV%.1fm-5 0h10m-10 %.1fh10\"/>\n", x + 32, low, high, low - high
    printf "<text class=\"value\" x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%.2f</text>\n", x + 32, high - 7, v[1] }'
}

x=110
for placement in pack spread 'same leaf'; do
  full="full, $placement"
  [ "$placement" != pack ] || full=''
  bar $x '#3f74b5' "$(slowdown "$full")"
  bar $((x + 70)) '#f0a63c' "$(slowdown "thin, $placement")"
  echo "<text x=\"$((x + 67))\" y=\"322\" text-anchor=\"middle\">${placement/ /-}</text>"
  x=$((x + 205))
done
echo '<text class="sub" x="376" y="346" text-anchor="middle">placement</text>'
echo '</svg>'
