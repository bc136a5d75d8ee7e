#!/usr/bin/env bash
# SimGrid is neither linked nor pulled in by what is.
#   tests/window/needed_libraries.sh PROGRAM
set -euo pipefail

needed=$(readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')
grep -q '^libglfw' <<<"$needed" || { echo "needs no GLFW: $needed"; exit 1; }
all=$(ldd "$1")
! grep -i simgrid <<<"$needed$all"
