#!/usr/bin/env bash
# What the line names is opened or said: a script does not run on a file that is missing, that has faults, or that holds
# no results.
#   tests/window/opening.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
scenarios=$(realpath "$(dirname "$0")/../../scenarios")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"format": 1, "clutser": {}}' >broken.json
mkdir empty.out
echo wait >wait.txt

refused() {  # PATTERN FILE…
  local pattern=$1 code=0
  shift
  "$program" --unseen --script /dev/null "$@" >out 2>err || code=$?
  [ "$code" -eq 2 ] || { echo "$*: ends with $code, not 2"; cat out err; exit 1; }
  grep -q "$pattern" err || { echo "$*: says"; cat err; exit 1; }
}
refused 'broken.json:1:15: .*clutser' broken.json
refused 'missing.json: there is no such file' missing.json
refused 'missing.json: there is no such file' missing.json "$scenarios/lab-log.json"
refused 'missing.out: there is no such file' "$scenarios/lab-log.json" missing.out
refused 'empty.out: holds no results' empty.out "$scenarios/lab-log.json"
refused 'two.json.*three.json' two.json three.json

# The two numbers of a size are two, wherever they stand.
"$program" --unseen --script wait.txt --size 1000 640 "$scenarios/lab-log.json" >/dev/null
"$program" "$scenarios/lab-log.json" --size 1000 640 --unseen --script wait.txt >/dev/null

# A file that is not there is said in the window as well, beside one that is opened.
printf 'open %s\nwait\nopen nowhere.json\nexpect status = nowhere.json: there is no such file\n' \
  "$scenarios/lab-log.json" >said.txt
"$program" --unseen --script said.txt >/dev/null

# Another scenario takes the place of a changed one only when that is said.
cat >asked.txt <<LINES
wait
fill type./cluster/nodes/gpu/count = 7
open $scenarios/quickstart.json
expect open = lab-log.json
click dialog.cancel
expect type./cluster/nodes/gpu/count = 7
open $scenarios/quickstart.json
click quit.discard
expect open = quickstart.json
LINES
"$program" --unseen --script asked.txt "$scenarios/lab-log.json" >/dev/null
