#!/usr/bin/env bash
# What a machine refuses ends with a message and a documented exit code, never with a signal or 70.
#   tests/security/limits.sh GPUSCAPE
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
cd "$scratch"
cp "$here/../fixtures/measurements/osu-latency.txt" "$here/scenario.json" .
failed=0

# Expects an exit code, and a word on stderr.
expect() {  # WHAT CODE WORD COMMAND…
  local what=$1 code=$2 word=$3 got=0
  shift 3
  timeout 60 "$@" >out 2>err || got=$?
  if [ $got -eq "$code" ] && grep -q -- "$word" err; then return; fi
  echo "$what: exit $got instead of $code"
  head -n 5 err
  failed=1
}

"$program" calibrate osu-latency.txt -o profile.json >/dev/null

# A limit on the size of files.
expect 'file size' 3 'File too large' bash -c "ulimit -f 2; exec '$program' run scenario.json --loop native"
# --verify makes a folder for scratch before it starts the bench.
expect 'TMPDIR' 3 'TMPDIR\|temp_directory_path' env TMPDIR="$scratch/gone" "$program" calibrate --verify profile.json
# A limit on processes, which does not bind the superuser.
if [ "$(id -u)" -eq 0 ]; then
  mkdir -m 777 open
  cp scenario.json open
  cp "$program" open/gpuscape
  few=(setpriv --reuid=65534 --regid=65534 --clear-groups prlimit --nproc=1 "$scratch/open/gpuscape")
else
  mkdir open
  few=(prlimit --nproc=1 "$program")
fi
expect 'processes' 3 'no thread can be started' "${few[@]}" run open/scenario.json --loop native --out open/out
# --verify, killed, leaves no bench: one that would run for ever stands in for it.
mkdir bin
cp "$program" bin/gpuscape
printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 300\n' "$scratch" >bin/gpuscape-bench
chmod +x bin/gpuscape-bench
gone() {  # PID, within 10 s
  for _ in $(seq 100); do
    [ -e "/proc/$1" ] && ! grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}
for signal in KILL TERM; do
  rm -f pid
  bin/gpuscape calibrate --verify profile.json >/dev/null 2>&1 &
  verify=$!
  for _ in $(seq 100); do [ -s pid ] && break; sleep 0.1; done
  bench=$(cat pid)
  kill -$signal $verify
  wait $verify 2>/dev/null || true
  if ! gone "$bench"; then
    echo "--verify ended by SIG$signal leaves its bench running"
    kill -KILL "$bench"
    failed=1
  fi
done
exit $failed
