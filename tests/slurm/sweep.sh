#!/usr/bin/env bash
# gpuscape sweep --slurm leaves the bytes of a sweep on threads, whatever happens to tasks, to the head and to Slurm.
#   tests/slurm/sweep.sh PROGRAM fake    with programs that stand for Slurm's: every way to fail
#   tests/slurm/sweep.sh PROGRAM real    on a throw-away Slurm of two nodes
# Exit: 0 passed, 1 failed, 77 skipped (1 where CI is true).
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "${1:?usage: sweep.sh PROGRAM fake|real}")
kind=${2:?usage: sweep.sh PROGRAM fake|real}

absent() {
  echo "slurm: SKIPPED: $1" >&2
  [ "${CI:-}" != true ] || exit 1
  exit 77
}
folder=$(mktemp -d)
end() {
  [ "$kind" != real ] || "$here/cluster.sh" down "$folder/slurm" || true
  rm -rf "$folder" || echo "slurm: $folder is left" >&2
}
if [ "$kind" = real ]; then
  PATH=$PATH:/usr/sbin
  for tool in munged slurmctld slurmd sbatch squeue sinfo; do
    command -v "$tool" >/dev/null || absent "$tool is not installed (slurmctld slurmd slurm-client munge)"
  done
  [ "$(id -u)" = 0 ] || absent "the throw-away Slurm runs as root only"
  trap end EXIT
  chmod 711 "$folder"
  SLURM_TEST_PORT=${SLURM_TEST_PORT:-16937} "$here/cluster.sh" up "$folder/slurm"
  export SLURM_CONF=$folder/slurm/slurm.conf
else
  trap end EXIT
  export FAKE_SLURM=$folder/slurm
  mkdir "$FAKE_SLURM"
  plain_path=$PATH
  PATH=$here/fake:$PATH
fi
cd "$folder"
failures=0
expect() {  # WHAT COMMAND…: one line each
  local what=$1
  shift
  if "$@"; then echo "ok      $what"; else echo "FAILED  $what"; failures=$((failures + 1)); fi
}
holds() { grep -qF -- "$2" "$1" || { cat "$1"; false; }; }
is() { [ "$1" = "$2" ] || { echo "is $1, not $2"; cat err; false; }; }

# 18 designs, three of which cannot be read: no nodes.
cat >'many designs.json' <<'END'
{"format": 1, "title": "Eight",
 "cluster": {"nodes": {"n": {"type": "custom", "count": 2, "gpus": 1}}},
 "workload": {"streams": {"s": {"closed": {"jobs": 8, "gpus": {"1": 1}, "duration": "1 s",
   "run_time": {"distribution": "constant", "value": "1 h"}}}}},
 "scheduler": {"backfill": "none"},
 "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}},
 "axes": {
   "nodes": {"set": "/cluster/nodes/n/count", "values": [1, 2, 3, 4, 8, -1]},
   "time": {"set": "/workload/streams/s/closed/run_time/value", "values": ["1 h", "30 min", "2 h"]}}}
END
sweep() {  # FOLDER OPTION…: exit code in $code
  code=0
  timeout 120 "$program" sweep 'many designs.json' --runs "$@" >out 2>err || code=$?
}
on_slurm() { sweep "$1" --slurm '-p main --comment "a b"' --slurm-tasks 4 "${@:2}"; }
in_background() {  # FOLDER OPTION-OF-SBATCH…: until its tasks are submitted; process in $head, Slurm's number in $job
  # The shell opens err only in the process that becomes the head: one of an earlier sweep says "submitted" as well.
  rm -f err
  "$program" sweep 'many designs.json' --runs "$1" --slurm "-p main ${*:2}" --slurm-tasks 4 >out 2>err &
  head=$!
  for _ in $(seq 1200); do
    job=$(sed -n 's/.* designs submitted to Slurm .* of job \([0-9]*\)$/\1/p' err 2>/dev/null || true)
    [ -z "$job" ] || return 0
    sleep 0.05
  done
  echo 'FAILED  tasks are submitted within a minute'
  cat err
  exit 1
}
within_a_minute() {  # COMMAND…: until it succeeds
  for _ in $(seq 1200); do
    ! "$@" 2>/dev/null || return 0
    sleep 0.05
  done
}
ended() {  # what is in the background: exit code in $code
  code=0
  wait "$head" || code=$?
}
same() { diff -r threads "$1"; }

sweep threads --threads 2
is "$code" 2
sed '/^files/d' out >threads.txt
on_slurm 'on slurm'
expect 'a sweep on Slurm ends as on threads' is "$code" 2
expect '… with the same folder, byte for byte' same 'on slurm'
expect '… and the same answer' diff threads.txt <(sed '/^files/d' out)
expect '… having said what it submitted' holds err 'of 18 designs submitted to Slurm as 4 tasks of job'
on_slurm 'on slurm'
expect 'what has run is not submitted again' test "$(grep -c submitted err)" = 0
expect '… and says so' holds out '15 designs, 15 of them as run before'

for part in 0 1; do sweep "part $part" --shard "$part/2"; done
"$program" runs merge 'part 0' 'part 1' --into merged >/dev/null
expect 'merged parts are the same folder too' same merged

if [ "$kind" = real ]; then
  code=0
  sweep refused --slurm '-p nowhere' --slurm-tasks 2
  expect 'a partition that is not there: refused' is "$code" 3
  expect '… with what Slurm says' holds err 'invalid partition'
  on_slurm refused
  expect '… and the same folder goes on' same refused

  # Held tasks do not start before they are released.
  in_background held --hold
  kill -9 "$head"
  wait "$head" 2>/dev/null || true
  (sleep 1; scontrol release "$job") &
  on_slurm held
  expect 'after kill -9 the next head follows the tasks' holds err "following Slurm's job $job of an earlier command"
  expect '… and the bytes are the same' same held

  in_background cancelled --hold
  scancel "$job"
  ended
  expect 'tasks that somebody cancels: an error' is "$code" 3
  expect '… that says so' holds err 'were cancelled; the same command submits what is missing'
  on_slurm cancelled
  expect '… and the same command goes on' same cancelled

  in_background alone --hold
  kill "$(cat slurm/slurmctld.pid)"
  ended
  expect 'slurmctld ends: an error' is "$code" 3
  expect '… that says so' holds err 'Slurm no longer answers: '
  for _ in $(seq 100); do [ -e slurm/slurmctld.pid ] || break; sleep 0.1; done
  slurmctld
  for _ in $(seq 100); do ! scontrol release "$job" 2>/dev/null || break; sleep 0.2; done
  on_slurm alone
  expect '… and when it is back, the same command goes on' same alone
  [ $failures -eq 0 ]
  exit
fi

submissions() { wc -l <"$FAKE_SLURM/submitted"; }
echo 2 >"$FAKE_SLURM/die"
on_slurm died
expect 'a task that died is submitted again' holds err 'of 18 designs submitted again to Slurm'
expect '… and the bytes are the same' same died

touch "$FAKE_SLURM/wait"
in_background killed
kill -9 "$head"
wait "$head" 2>/dev/null || true
before=$(submissions)
(sleep 1; rm "$FAKE_SLURM/wait") &
on_slurm killed
expect 'after kill -9 the next head follows the tasks' holds err "following Slurm's job $job of an earlier command"
expect '… and submits none' is "$(submissions)" "$before"
expect '… and the bytes are the same' same killed

touch "$FAKE_SLURM/wait"
in_background stopped
kill -INT "$head"
ended
expect 'Ctrl-C ends the head' is "$code" 130
expect '… and says how to end the tasks' holds err 'the same command follows them, scancel'
rm "$FAKE_SLURM/wait"
on_slurm stopped
expect '… and the same command goes on' same stopped

# The head dies while sbatch runs: Slurm has the request, the head never learned the number.
touch "$FAKE_SLURM/late"
"$program" sweep 'many designs.json' --runs early --slurm '-p main' --slurm-tasks 4 >out 2>err &
head=$!
within_a_minute test ! -e "$FAKE_SLURM/late"
kill -9 "$head"
wait "$head" 2>/dev/null || true
before=$(submissions)
on_slurm early
expect 'after kill -9 in the midst of sbatch the next head asks for the tasks' holds err 'ended while it submitted: asking Slurm'
expect '… follows them' holds err "following Slurm's job $((100 + before)) of an earlier command"
expect '… and submits none' is "$(submissions)" "$before"
expect '… and the bytes are the same' same early

on_terminal() {  # ANSWER: Ctrl-C after the tasks are submitted; exit code in $code, what the terminal shows in tty
  touch "$FAKE_SLURM/wait"
  rm -f tty
  code=0
  # script runs its command with $SHELL. Where that is dash, Ctrl-C would end the shell together with the head.
  { within_a_minute grep -q 'submitted to Slurm' tty
    printf '\003'
    within_a_minute grep -q 'cancel them' tty
    printf '%s\n' "$1"
    within_a_minute test -e asked
  } | SHELL=$BASH timeout 60 script -qefc "'$program' sweep 'many designs.json' --runs asking --slurm '-p main' --slurm-tasks 4; c=\$?; touch asked; exit \$c" tty \
    >/dev/null || code=$?
  rm -f asked
}
on_terminal n
expect 'Ctrl-C on a terminal asks about the tasks' is "$code" 130
expect '… "n" leaves them' holds tty 'the same command follows them, scancel'
rm "$FAKE_SLURM/wait"
on_slurm asking
expect '… to the next head' holds err 'of an earlier command'
expect '… which ends as on threads' same asking
rm -r asking
on_terminal y
expect '… "y" cancels them' holds tty 'is cancelled; the same command goes on from there'
expect '… in Slurm too' grep -qr --include=state CANCELLED "$FAKE_SLURM"
rm "$FAKE_SLURM/wait"
on_slurm asking
expect '… and the same command goes on' same asking

touch "$FAKE_SLURM/die-always"
on_slurm lost
expect 'tasks that always die: an error' is "$code" 3
expect '… which names designs' holds err '15 of 18 designs have no run: nodes 1, time 1 h; '
rm "$FAKE_SLURM/die-always"
on_slurm lost
expect '… and the same command goes on' same lost

touch "$FAKE_SLURM/wait"
in_background silent
touch "$FAKE_SLURM/silent"
ended
expect 'Slurm no longer answers: an error' is "$code" 3
expect '… that says so' holds err 'Slurm no longer answers: slurm_load_jobs error: Unable to contact'
on_slurm silent
expect '… also to the next head' holds err 'Slurm does not report the tasks of this folder: '
rm "$FAKE_SLURM/silent" "$FAKE_SLURM/wait"
on_slurm silent
expect '… and the same command goes on' same silent

touch "$FAKE_SLURM/refuse"
on_slurm refused
expect 'sbatch refuses: an error' is "$code" 3
expect '… with what it says' holds err 'invalid partition specified: nowhere'
rm "$FAKE_SLURM/refuse"
on_slurm refused
expect '… and the same command goes on' same refused

PATH=$folder:$(dirname "$(command -v timeout)")
mkdir bin
ln -s "$(command -v timeout)" bin/timeout
PATH=$folder/bin on_slurm absent
PATH=$here/fake:$plain_path
expect 'no sbatch: an error' is "$code" 3
expect '… that says what is needed' holds err 'cannot start sbatch'
sweep none --slurm '-p "main'
expect 'a quote that is not closed' is "$code" 2
sweep none --slurm '--array=0-3'
expect 'an option that the sweep sets itself' is "$code" 2
[ $failures -eq 0 ]
