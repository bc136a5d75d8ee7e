#!/usr/bin/env bash
# The questions that an architect brings, each answered by a session in questions/ with at most twelve inputs.
#   tests/window/eight_questions.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
scenarios=$(realpath "$here/../../scenarios")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

count=0
for script in "$here"/questions/*.txt; do
  name=$(basename "$script" .txt)
  scenario=$(sed -n '1s/^# //p' "$script")
  inputs=$("$program" --unseen --script "$script" "$scenarios/$scenario") || { echo "$name: failed"; exit 1; }
  echo "$name: $inputs"
  [ "${inputs%% *}" -le 12 ] || { echo "$name takes more than twelve"; exit 1; }
  count=$((count + 1))
done
[ "$count" -eq 8 ] || { echo "there are $count questions, not 8"; exit 1; }
[ -s quickstart-answers.csv ] || { echo 'the answers are not written'; exit 1; }
