#!/usr/bin/env bash
# Draws docs/images/thin-spine.svg from twelve runs of scenarios/thin-spine.json.
#   docs/images/thin-spine.sh build/release/bin/gpuscape >docs/images/thin-spine.svg
set -euo pipefail

gpuscape=$1
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "value low high" of the p95 slowdown over the replications.
slowdown() { # path oversubscription placement
  "$gpuscape" run "$root/scenarios/thin-spine.json" --set "/cluster/networks/compute/path=\"$1\"" \
    --set "/cluster/networks/compute/oversubscription=$2" --set "/scheduler/placement=\"$3\"" \
    --json --out "$work/out" 2>/dev/null |
    awk '/"job_slowdown_p95": \{/ { inside = 1 } inside && /"(value|low|high)"/ { gsub(/[^0-9.]/, "", $2); printf "%s ", $2 }
         inside && /\}/ { exit }'
  rm -rf "$work/out"
}

cat <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="720" height="388" viewBox="0 0 720 388" role="img">
<style>
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#33383f;font-size:13px}
.title{font-size:16px;font-weight:600}.sub,.tick{fill:#69707a}.value{font-weight:600;font-size:12px}
.grid{stroke:#e4e7eb}.axis{stroke:#8a919b}.error{stroke:#33383f;stroke-width:1.5}
</style>
<rect width="720" height="388" fill="#ffffff"/>
<text class="title" x="56" y="30">One job in twenty that exchanges data runs this much longer, or more</text>
<text class="sub" x="56" y="50">p95 of the job slowdown, 10 replications, 95 % intervals · scenarios/thin-spine.json</text>
SVG

colours=('#3f74b5' '#c4572b' '#f0a63c' '#f7d9a4')
labels=('full spine (1:1), pack' 'thin (4:1), spread' 'thin, pack' 'thin, same-leaf')
x=56
for i in 0 1 2 3; do
  echo "<rect x=\"$x\" y=\"64\" width=\"14\" height=\"11\" fill=\"${colours[i]}\"/><text x=\"$((x + 20))\" y=\"74\">${labels[i]}</text>"
  x=$((x + 60 + 7 * ${#labels[i]}))
done

# 1.0 lies at y = 328, 2.0 at y = 148.
for tick in 1.0 1.2 1.4 1.6 1.8 2.0 2.2; do
  awk -v t="$tick" 'BEGIN { y = 328 - 180 * (t - 1)
    printf "<path class=\"%s\" d=\"M56 %.1fh640\"/>\n<text class=\"tick\" x=\"48\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
           t == 1 ? "axis" : "grid", y, y + 4, t }'
done

bar() { # x colour "value low high"
  awk -v x="$1" -v colour="$2" -v line="$3" 'BEGIN { n = split(line, v, " ")
    if (n < 1) exit 1
    if (n < 3) v[2] = v[3] = v[1]
    y = 328 - 180 * (v[1] - 1); low = 328 - 180 * (v[2] - 1); high = 328 - 180 * (v[3] - 1)
    printf "<rect x=\"%d\" y=\"%.1f\" width=\"42\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, 328 - y, colour
    if (low - high > 1) printf "<path class=\"error\" d=\"M%d %.1fV%.1fm-5 0h10m-10 %.1fh10\"/>\n", x + 21, low, high, low - high
    printf "<text class=\"value\" x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%.2f</text>\n", x + 21, high - 7, v[1] }'
}

x=72
for path in adaptive dst-mod-k hash; do
  bar $x "${colours[0]}" "$(slowdown $path 1 pack)"
  bar $((x + 46)) "${colours[1]}" "$(slowdown $path 4 spread)"
  bar $((x + 92)) "${colours[2]}" "$(slowdown $path 4 pack)"
  bar $((x + 138)) "${colours[3]}" "$(slowdown $path 4 same-leaf)"
  echo "<text x=\"$((x + 90))\" y=\"350\" text-anchor=\"middle\">$path</text>"
  x=$((x + 212))
done
echo '<text class="sub" x="376" y="374" text-anchor="middle">how paths are chosen: packet by packet over all; by the destination; by a hash of both ends</text>'
echo '</svg>'
