#!/usr/bin/env bash
# `kill -9` at random moments of run, compare and calibrate: the folder holds the old result or the new one, or no
# result.json (compare.json) that makes it look complete; and the next run puts it right.
#   tests/security/kill_nine.sh GPUSCAPE KILLS
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
program=$(readlink -f "$1")
kills=$2
scratch=$(mktemp -d)
old=0 new=0 neither=0 ended=0 failed=0 done=0
# Also of a run that was interrupted.
summary() {
  rm -rf "$scratch"
  echo "$done of $kills kills: $old old, $new new ($ended had ended), $neither without a result, $failed wrong"
}
trap summary EXIT
cd "$scratch"
cp "$here/scenario.json" .
cp "$here/../fixtures/measurements/osu-latency.txt" old.txt
cp "$here/../fixtures/measurements/osu-bw.txt" new.txt

# What each command writes, of its first or its second input.
run() { "$program" run scenario.json --loop native --keep-all --set /run/replications=3 --seed "$1" --out "$2"; }
compare() { "$program" compare scenario.json --threads 1 --seed "$1" --out "$2"; }
calibrate() { mkdir -p "$2" && "$program" calibrate "$([ "$1" = 1 ] && echo old.txt || echo new.txt)" -o "$2/p.json"; }

# A result without what may differ between two equal runs.
plain() { sed '/^  "provenance": {/,/^  }/d' "$1"; }
same_file() {
  case "$1" in
    *.json) cmp -s <(plain "$1") <(plain "$2") ;;
    *) cmp -s "$1" "$2" ;;
  esac
}
# Every file that a complete result has.
same_folder() {  # FOLDER WHOLE
  local file
  while read -r file; do
    [ -f "$1/$file" ] && same_file "$1/$file" "$2/$file" || return 1
  done < <(cd "$2" && find . -type f ! -name '.*' | sort)
}
complete_names=(run/result.json compare/compare.json calibrate/p.json)
name_of() { for name in "${complete_names[@]}"; do [ "${name%%/*}" != "$1" ] || echo "${name##*/}"; done; }

now_ms() { date +%s%3N; }
declare -A takes
for command in run compare calibrate; do
  begin=$(now_ms)
  $command 1 "$command.old" >/dev/null 2>&1
  $command 2 "$command.new" >/dev/null 2>&1
  takes[$command]=$((($(now_ms) - begin) / 2 + 1))
done

for kill in $(seq "$kills"); do
  command=$(printf 'run\ncompare\ncalibrate\n' | sed -n "$((kill % 3 + 1))p")
  rm -rf out
  $command 1 out >/dev/null 2>&1
  wait_ms=$((RANDOM * 11 / 10 * takes[$command] / 32768))
  (exec 2>/dev/null; $command 2 out >/dev/null 2>&1 & echo $! >pid; wait) &
  watcher=$!
  sleep "$(printf '0.%03d' $((wait_ms % 1000)))"
  [ $((wait_ms / 1000)) -eq 0 ] || sleep $((wait_ms / 1000))
  pkill -KILL -P "$(cat pid)" 2>/dev/null || kill -KILL "$(cat pid)" 2>/dev/null || ended=$((ended + 1))
  wait $watcher 2>/dev/null || true
  if [ ! -e "out/$(name_of $command)" ]; then neither=$((neither + 1))
  elif same_folder out $command.old; then old=$((old + 1))
  elif same_folder out $command.new; then new=$((new + 1))
  else echo "kill $kill of $command after $wait_ms ms: a mixture"; failed=$((failed + 1)); fi
  if ! $command 2 out >/dev/null 2>err || ! same_folder out $command.new; then
    echo "kill $kill of $command after $wait_ms ms: the next run does not put it right"
    cat err
    failed=$((failed + 1))
  elif [ -n "$(find out -name '.*' -type f)" ]; then
    echo "kill $kill of $command: left behind: $(find out -name '.*' -type f)"
    failed=$((failed + 1))
  fi
  done=$kill
done
[ $failed -eq 0 ]
