#!/usr/bin/env bash
# Where nothing can be written the window says so in one line and goes on. A folder without permission is tried as
# one that is mounted for reading alone: permissions do not bind root, whom tests may run as.
#   tests/window/read_only.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
scenario=$(realpath "$(dirname "$0")/../../scenarios/lab-log.json")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir sealed
echo mine >file

# refused FOLDER REASON: every kind of export into it, and the session
refused() {
  {
    printf 'wait\ntype d\nwait\n'
    for kind in 0 1 2 3 5; do
      printf 'type e\nclick export.%s\nfill export.path = %s/x\nwait\nexpect status = %s\n' "$kind" "$1" "$2"
    done
    printf 'key Ctrl+S\nfill session.path = %s/s.json\nexpect status = %s\nkey Escape\n' "$1" "$2"
    printf 'expect state = exact\n'
  } >script.txt
  "$program" --unseen --script script.txt "$scenario" >/dev/null
  [ "$(cat file)" = mine ] || { echo 'a file was written over'; exit 1; }
}

refused "$work/file" 'Not a directory'
refused /proc/nowhere 'No such file or directory'
export -f refused
export program scenario work
if unshare -m true 2>/dev/null; then
  unshare -m bash -c '
    mount --bind sealed sealed && mount -o remount,bind,ro sealed || exit 77
    refused "$work/sealed" "Read-only file system"' || { code=$?; [ $code -eq 77 ] || exit $code; echo 'not mounted'; }
else
  # Without the right to mount, permissions do bind.
  chmod a-w sealed
  [ -w sealed ] || refused "$work/sealed" 'Permission denied'
fi
[ -z "$(ls -A sealed)" ] || { echo 'something was written'; exit 1; }
