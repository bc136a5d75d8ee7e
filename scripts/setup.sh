#!/usr/bin/env bash
# Installs what Gpuscape needs, by name, on Debian 12 or 13. Does nothing where everything is there.
#   scripts/setup.sh         to build, run and test
#   scripts/setup.sh --dev   also what scripts/test.sh and scripts/fuzz.sh check with
set -euo pipefail

packages=(ca-certificates cmake ninja-build g++ pkg-config ccache libsimgrid-dev nlohmann-json3-dev
          libcli11-dev libfmt-dev zlib1g-dev libzstd-dev nettle-dev libsqlite3-dev libboost-dev libhowardhinnant-date-dev libhwloc-dev
          libeigen3-dev libgtest-dev libgmock-dev libbenchmark-dev libibverbs-dev liburing-dev
          libimgui-dev libglfw3-dev libgl1-mesa-dev libfreetype-dev libstb-dev fonts-dejavu-core)
case "${1:-}" in
  '') ;;
  --dev)
    packages+=(git clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev valgrind libvalijson-dev
               qemu-system-x86 busybox-static cpio kmod zstd rdma-core ibverbs-providers perftest iproute2
               slurmctld slurmd slurm-client munge xvfb xauth xdotool libgl1-mesa-dri pngquant chromium)
    ;;
  *) echo "usage: scripts/setup.sh [--dev]" >&2; exit 2 ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "setup: this script knows Debian's apt-get only; install by hand: ${packages[*]}" >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: needs root or sudo to install: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}" >&2
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt update && apt install "${missing[@]}"; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "setup: apt-get failed; its messages stand above" >&2
  exit 1
fi
