#!/usr/bin/env bash
# Draws docs/images/lives.svg from a run of three jobs on one node.
#   docs/images/lives.sh build/release/bin/gpuscape >docs/images/lives.svg
set -euo pipefail

gpuscape=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >jobs.csv <<'CSV'
id,submit,run_time,gpus
1,0,900,8
2,200,150,8
3,1000,240,8
CSV
cat >lives.json <<'JSON'
{"format": 1, "title": "Lives",
 "cluster": {"nodes": {"gpu": {"type": "custom", "count": 1, "gpus": 8}},
             "maintenance": {"work": {"nodes": ["gpu"], "begin": "700 s", "end": "800 s", "jobs": "requeue"}}},
 "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "jobs.csv",
   "columns": {"id": "id", "submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}},
 "scheduler": {"policy": {"type": "srtf", "restart": "60 s"}, "start_up": "30 s"}}
JSON
"$gpuscape" run lives.json --perfetto --out out >/dev/null

# "job start length why", by job.
slices() {
  sed -n 's/.*"ph":"X".*"ts":\([0-9]*\).*"dur":\([0-9]*\).*"name":"job \([0-9]*\)[",].*/\3 \1 \2 &/p' out/trace.json |
    awk '{ why = "finished"; if (match($0, /"ended":"[a-z]*"/)) why = substr($0, RSTART + 9, RLENGTH - 10); print $1, $2 / 1e6, $3 / 1e6, why }'
}

slices | awk '
BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"300\" viewBox=\"0 0 760 300\" role=\"img\">"
  print "<style>text{font-family:system-ui,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif;fill:#33383f;font-size:13px}"
  print ".title{font-size:16px;font-weight:600}.sub,.tick{fill:#69707a}.grid{stroke:#e4e7eb}.in{fill:#ffffff;font-size:12px}</style>"
  print "<rect width=\"760\" height=\"300\" fill=\"#ffffff\"/>"
  print "<text class=\"title\" x=\"70\" y=\"28\">Three jobs on one node: whoever has least left runs</text>"
  print "<text class=\"sub\" x=\"70\" y=\"47\">srtf; light: start_up of 30 s, and restart of 60 s after a preemption; maintenance requeues at 700 s</text>"
  colour["finished"] = "#3f74b5"; colour["preempted"] = "#c4572b"; colour["requeued"] = "#8a5fa8"
}
{ n++; job[n] = $1; at[n] = $2; long[n] = $3; why[n] = $4; if ($2 + $3 > last) last = $2 + $3 }
END {
  if (n < 5) exit 1
  scale = 650 / last
  for (t = 0; t <= last; t += 200)
    printf "<path class=\"grid\" d=\"M%.1f 66v170\"/><text class=\"tick\" x=\"%.1f\" y=\"254\" text-anchor=\"middle\">%d s</text>\n", 70 + t * scale, 70 + t * scale, t
  printf "<rect x=\"%.1f\" y=\"66\" width=\"%.1f\" height=\"170\" fill=\"#edeff2\"/><text class=\"sub\" x=\"%.1f\" y=\"230\" text-anchor=\"middle\">away</text>\n", 70 + 700 * scale, 100 * scale, 70 + 750 * scale
  for (i = 1; i <= n; i++) {
    y = 76 + 54 * (job[i] - 1)
    pause = before[job[i]] == "preempted" ? 90 : 30
    before[job[i]] = why[i]
    printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"34\" fill=\"%s\"/>\n", 70 + at[i] * scale, y, long[i] * scale, colour[why[i]]
    printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"34\" fill=\"#ffffff\" fill-opacity=\"0.55\"/>\n", 70 + at[i] * scale, y, (pause < long[i] ? pause : long[i]) * scale
    if (!named[job[i]]++) printf "<text x=\"62\" y=\"%d\" text-anchor=\"end\">job %d</text>\n", y + 22, job[i]
    if (long[i] * scale > 90) printf "<text class=\"in\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", 70 + (at[i] + long[i] / 2 + 15) * scale, y + 22, why[i]
  }
  x = 70
  for (k in colour) order[k] = 1
  split("finished preempted requeued", keys, " ")
  for (k = 1; k <= 3; k++) { printf "<rect x=\"%d\" y=\"272\" width=\"14\" height=\"11\" fill=\"%s\"/><text x=\"%d\" y=\"282\">left its nodes: %s</text>\n", x, colour[keys[k]], x + 20, keys[k]; x += 200 }
  print "</svg>"
}'
