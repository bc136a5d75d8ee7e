#!/usr/bin/env bash
# Pages of comparisons, runs and sweeps in headless Chromium: rendered, no message on the console, no request, no label outside of its
# picture, nothing wider than the window.
#   tests/page/browser.sh GPUSCAPE [FOLDER]    FOLDER keeps the pages and a picture of each
# Skipped (77) where there is no Chromium, which CI=true demands.
set -euo pipefail

program=$(readlink -f "$1")
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$here/../.." && pwd)
browser=$(command -v chromium || true)
if [ -z "$browser" ]; then
  echo "browser: there is no chromium: scripts/setup.sh --dev installs it"
  [ "${CI:-}" != true ] || exit 1
  exit 77
fi
work=$(mktemp -d)
# The browser's own processes may still write into its profile for a moment.
trap 'rm -rf "$work" 2>/dev/null || { sleep 2; rm -rf "$work" 2>/dev/null; } || true' EXIT
keep=${2:-$work}
mkdir -p "$keep"
failed=0

chromium_of() {
  HOME="$work" timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --user-data-dir="$work/profile" --allow-file-access-from-files --virtual-time-budget=20000 --enable-logging=stderr "$@"
}

look_at() {
  local name=$1 page=$2 said
  if ! chromium_of --dump-dom "file://$here/look.html#$page" >"$work/dom" 2>"$work/messages"; then
    tail -5 "$work/messages"
    echo "browser: chromium cannot show $name"
    failed=1
    return
  fi
  said=$(grep -o '{"faults.*}' "$work/dom" || true)
  if grep -a ':CONSOLE' "$work/messages"; then failed=1; fi
  case $said in
    '{"faults":[],'*'"widths":[1280,794,420]'*) echo "ok      $name: $(echo "$said" | sed 's/.*"seen":{\(.*\)}}/\1/')" ;;
    *) echo "FAILED  $name: ${said:-the browser said nothing}"; failed=1 ;;
  esac
  [ "$keep" = "$work" ] || chromium_of --screenshot="$keep/$name.png" --window-size=1000,3000 "file://$page" >/dev/null 2>&1
}

page_of() {
  local name=$1
  shift
  (cd "$work" && "$program" "$@" --out "$work/$name.out") >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
  "$program" report "$work/$name.out" -o "$keep/$name.html" >/dev/null
  look_at "$name" "$keep/$name.html"
}

# A folder of runs, and each of its pictures as a file of its own.
sweep_of() {
  local name=$1
  (cd "$work" && "$program" sweep "${@:2}" --runs "$work/$name.runs" --plot "$keep/$name.pictures") >"$work/said" 2>&1 ||
    { cat "$work/said"; exit 1; }
  "$program" report "$work/$name.runs" -o "$keep/$name.html" >/dev/null
  look_at "$name" "$keep/$name.html"
}

page_of costs compare "$root/scenarios/rent-or-buy.json"
page_of fabrics compare "$root/scenarios/three-fabrics.json"
page_of steps compare "$root/scenarios/break-even.json"
page_of storage run "$root/scenarios/ontap-ai.json"
page_of axis compare "$root/scenarios/a800-feeds-how-many.json"
# Its own names, in a window as narrow as it gets.
sed 's/"on-demand":/"<b>\&\\u202eright to left, a name that is longer than any column ought to be":/' \
  "$root/scenarios/rent-or-buy.json" >"$work/names.json"
page_of names compare "$work/names.json"
grep -q '"sliders":3' <(look_at axis "$keep/axis.html") || { echo 'FAILED  axis: there is no slider'; failed=1; }
sweep_of growth "$root/scenarios/research-doubles.json"
sweep_of hall "$root/scenarios/two-megawatts.json"
# As many cells as a map has room for without a value in each, with names of somebody's own.
cat >"$work/cells.json" <<'END'
{"format": 1, "title": "Forty by forty",
 "cluster": {"nodes": {"n": {"type": "custom", "count": 2, "gpus": 1}}},
 "workload": {"streams": {"s": {"closed": {"jobs": 40, "gpus": {"1": 1}, "duration": "1 s",
   "run_time": {"distribution": "constant", "value": "1 h"}}}}},
 "axes": {
   "<i>nodes&": {"set": "/cluster/nodes/n/count", "range": {"from": 1, "to": 40}},
   "time of a job that is longer than any other": {"set": "/workload/streams/s/closed/run_time/value",
     "range": {"from": 1000, "to": 40000, "step": 1000, "unit": "s"}}}}
END
sweep_of cells "$work/cells.json"
for map in growth:4 hall:4 cells:1; do
  # shellcheck disable=SC2012
  [ "$(ls "$keep/${map%:*}.pictures"/*.svg | wc -l)" -ge "${map#*:}" ] || { echo "FAILED  ${map%:*}: pictures are missing"; failed=1; }
done
[ "$(grep -o 'class="cell"' "$keep/cells.html" | wc -l)" = 1600 ] || { echo 'FAILED  cells: not a cell for each pair'; failed=1; }
# What must be found: a label outside of its picture, a request, a page that is too wide.
bad() {
  local what=$1
  shift
  sed "$@" "$keep/costs.html" >"$work/bad.html"
  if cmp -s "$work/bad.html" "$keep/costs.html" || (look_at bad "$work/bad.html") | grep -q '^ok'; then
    echo "FAILED  $what is not found"
    failed=1
  fi
}
bad 'a label outside' -e 's/<text class="name" x="[0-9.]*"/<text class="name" x="-90"/'
bad 'a request' -e 's#<main>#<main><img alt="" src="missing.png">#' -e "s/default-src 'none'/default-src */"
bad 'a page that is too wide' -e 's#<main>#<main><div style="width:3000px">x</div>#'
exit $failed
