#!/usr/bin/env bash
# All programs are built with what a compiler and a linker give against memory faults.
#   tests/security/hardening.sh PROGRAM…
set -euo pipefail

failed=0
expect() {  # WHAT PROGRAM COMMAND…
  local what=$1 program=$2
  shift 2
  "$@" || { echo "$(basename "$program"): $what"; failed=1; }
}
shows() { grep -q -- "$1" <<<"$2"; }

for program in "$@"; do
  dynamic=$(readelf -dW "$program") headers=$(readelf -lW "$program")
  symbols=$(readelf -sW --dyn-syms "$program")
  expect 'is not position independent' "$program" shows 'DYN (Position-Independent' "$(readelf -hW "$program")"
  expect 'has no read-only relocations' "$program" shows GNU_RELRO "$headers"
  expect 'binds its symbols late' "$program" shows 'BIND_NOW\|FLAGS.* NOW' "$dynamic"
  expect 'has a stack that runs code' "$program" shows 'GNU_STACK.* RW ' "$headers"
  expect 'has no stack protector' "$program" shows __stack_chk_fail "$symbols"
  expect 'has no checked string functions' "$program" shows '__[a-z]*_chk@' "$symbols"
done
exit $failed
