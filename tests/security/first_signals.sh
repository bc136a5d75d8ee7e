#!/usr/bin/env bash
# SIGINT and SIGTERM in the first tenths of a second of every command that takes longer: a line and exit code 130,
# never an end by the signal, and nothing that looks like a result.
#   tests/security/first_signals.sh GPUSCAPE [_ [ROUNDS]]
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "$1")
rounds=${3:-6}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$here/scenario.json" .
cp "$here/../fixtures/measurements/osu-latency.txt" .
# A log that takes a while, for the commands that read one.
awk 'BEGIN { for (i = 1; i <= 300000; ++i) print i, i * 60, 0, 600, 1, -1, -1, 1, 600, -1, 1, 1, 1, 1, 1, 1, -1, -1 }' >log.swf
failed=0 ended=0 answered=0

# Whether the process has taken the signals over: caught (SigCgt), or held back for a thread of its own (SigBlk). Before
# it is the program, it is this shell, which catches them too.
answers() {  # PID
  local mask
  [ "/proc/$1/exe" -ef "$program" ] || return 1
  for mask in $(sed -n 's/^Sig\(Cgt\|Blk\):\s*//p' "/proc/$1/status" 2>/dev/null); do
    [ $((0x$mask & 2)) -eq 0 ] || return 0
  done
  return 1
}

try() {  # SIGNAL DELAY_MS COMMAND…
  local signal=$1 delay=$2 code=0
  shift 2
  rm -rf out
  env --default-signal=INT "$program" "$@" >text 2>err &
  local pid=$!
  until answers $pid || ! kill -0 $pid 2>/dev/null; do :; done
  sleep "$(printf '0.%03d' "$delay")"
  kill -s "$signal" $pid 2>/dev/null || true
  wait $pid 2>/dev/null || code=$?
  if [ $code -eq 0 ]; then ended=$((ended + 1)); return; fi
  if [ $code -ne 130 ] || ! grep -q '^gpuscape: interrupted' err; then
    echo "SIG$signal after $delay ms of $*: exit $code"
    head -n 5 err
    failed=1
    return
  fi
  answered=$((answered + 1))
  local result
  for result in out/result.json out/compare.json; do
    [ ! -e "$result" ] || grep -q '"partial": true' "$result" || { echo "$*: $result looks complete"; failed=1; }
  done
}

for round in $(seq 0 $((rounds - 1))); do
  for signal in INT TERM; do
    delay=$((round * 300 / rounds))
    for loop in simgrid native; do
      try $signal $delay run scenario.json --loop $loop --set /run/replications=2000 --out out
    done
    try $signal $delay compare scenario.json --set /run/replications=2000 --out out
    try $signal $delay trace info log.swf
    try $signal $delay trace convert log.swf --out out.csv --force
    try $signal $delay calibrate osu-latency.txt -o profile.json
    try $signal $delay check scenario.json
    try $signal $delay validate
  done
done
echo "$answered answered, $ended had ended"
exit $failed
