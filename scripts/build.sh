#!/usr/bin/env bash
# Configures a build folder where needed and builds a target: silent where nothing is left to do.
#   scripts/build.sh FOLDER TARGET CMAKE-ARGUMENT…
#   scripts/build.sh build/release programs --preset release
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
folder="$root/$1"
target=$2
shift 2
log="$folder/build.log"
stamp="$folder/configured-with"

# Everything goes to stderr: stdout belongs to the program that is built here.
quietly() {
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    echo "build: failed: $*" >&2
    exit 1
  fi
}

mkdir -p "$folder"
# A package that was installed since the last configuration may be one that an optional part was missing.
if [ ! -f "$folder/build.ninja" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$*" ] ||
   [ /var/lib/dpkg/status -nt "$stamp" ]; then
  quietly cmake -S "$root" -B "$folder" "$@"
  echo "$*" >"$stamp"
fi
if ninja -C "$folder" -n "$target" 2>/dev/null | grep -q 'no work to do'; then exit 0; fi

echo "build: $target in ${folder#"$root/"} (some minutes the first time)" >&2
if [ -t 2 ]; then
  ninja -C "$folder" "$target" >&2
else
  quietly ninja -C "$folder" "$target"
fi
