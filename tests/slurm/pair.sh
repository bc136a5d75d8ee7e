#!/usr/bin/env bash
# gpuscape-bench --pair between two nodes of a throw-away Slurm: it finds its peer by itself, measures
# over TCP and writes one file; without a token, and with one task, it says what to do.
#   tests/slurm/pair.sh PROGRAM
# Exit: 0 passed, 1 failed, 77 skipped (1 where CI is true).
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "${1:?usage: pair.sh PROGRAM}")

absent() {
  echo "slurm: SKIPPED: $1" >&2
  [ "${CI:-}" != true ] || exit 1
  exit 77
}
for tool in munged slurmctld slurmd srun sinfo scontrol; do
  command -v "$tool" >/dev/null || PATH=$PATH:/usr/sbin
  command -v "$tool" >/dev/null || absent "$tool is not installed (slurmctld slurmd slurm-client munge)"
done
[ "$(id -u)" = 0 ] || absent "the throw-away Slurm runs as root only"

folder=$(mktemp -d)
end() {
  "$here/cluster.sh" down "$folder" || true
  rm -rf "$folder" || echo "slurm: $folder is left" >&2
}
trap end EXIT
"$here/cluster.sh" up "$folder"
export SLURM_CONF=$folder/slurm.conf
unset GPUSCAPE_BENCH_TOKEN
failures=0

expect() {  # WHAT COMMAND…: one line each
  local what=$1
  shift
  if "$@"; then echo "ok      $what"; else echo "FAILED  $what"; failures=$((failures + 1)); fi
}
pair() { timeout 120 srun -N2 --ntasks-per-node=1 "$program" --pair "$@" >"$folder/text" 2>&1; }
fails() { ! "$@"; }
holds() { grep -qF -- "$2" "$1" || { cat "$1"; false; }; }

expect 'without a token it ends' fails pair --only tcp -o "$folder/none.json"
expect '… and says what to export' holds "$folder/text" 'export GPUSCAPE_BENCH_TOKEN='
expect '… and writes nothing' test ! -e "$folder/none.json"

GPUSCAPE_BENCH_TOKEN=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
export GPUSCAPE_BENCH_TOKEN
file=$folder/pair.json
expect 'a pair measures' pair --quick --only tcp --min-time 0.001 -o "$file"
expect '… everything' holds "$file" '"complete": true,'
expect '… between the two nodes' holds "$file" '"path": "node0>node1"'
expect '… with both machines' test "$(grep -cE '^      "(machine|peer)": \{' "$file")" = 2
expect '… over eight streams' holds "$file" '"streams": 8,'
expect '… and one end writes' test "$(ls "$folder"/*.json | wc -l)" = 1
expect '… without the token' fails grep -rqF "$GPUSCAPE_BENCH_TOKEN" "$file" "$folder/text"

one_task() { timeout 60 srun -N1 -n1 "$program" --pair >"$folder/text" 2>&1; }
expect 'one task is not a pair' fails one_task
expect '… and it says how to start two' holds "$folder/text" 'srun -N2 --ntasks-per-node=1'
[ $failures -eq 0 ]
