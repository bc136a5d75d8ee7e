#!/usr/bin/env bash
# Draws whole scenarios at random, every model with every other, and holds the answers against invariants and relations.
#   scripts/scramble.sh N SEED [--from DRAW] [--keep FOLDER] [--limit SECONDS] [--no-shrink] [--print]
# Equal numbers give equal draws. Exit 1 where one fails: it stands in FOLDER (./scrambled), as drawn and shrunk.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
program=$root/build/release/bin/tests/gpuscape_scramble
if [ ! -x "$program" ]; then
  (cd "$root" && scripts/setup.sh --dev && scripts/build.sh build/release gpuscape_scramble --preset ci)
fi
exec "$program" "$@"
