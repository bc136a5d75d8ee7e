#!/usr/bin/env bash
# Runs programs over Soft-RoCE: boots Debian's kernel under qemu, in memory only, with two RDMA devices
# (rxe0, rxe1) on the ends of one virtual wire, runs a script there and brings its files back.
#   tests/vm/guest.sh FOLDER SCRIPT [PROGRAM…]
# FOLDER   holds the kernel (downloaded once, unpacked, never installed), the image and the console's
#          text; files that SCRIPT writes into /out come back in FOLDER/out
# SCRIPT   runs under the guest's shell with the PROGRAMs and perftest on its PATH
# Exit: SCRIPT's own; 77 where qemu or the kernel cannot be had (1 where CI is true); 124 out of time.
# Packages: qemu-system-x86 busybox-static cpio kmod zstd rdma-core ibverbs-providers perftest iproute2
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
mkdir -p "${1:?usage: guest.sh FOLDER SCRIPT [PROGRAM…]}"
work=$(cd "$1" && pwd)
script=$(readlink -f "${2:?usage: guest.sh FOLDER SCRIPT [PROGRAM…]}")
shift 2
programs=()
for program in "$@"; do programs+=("$(readlink -f "$program")"); done
lib=/usr/lib/$(uname -m)-linux-gnu

absent() {
  echo "vm: $1" >&2
  [ "${CI:-}" != true ] || exit 1
  echo "vm: SKIPPED" >&2
  exit 77
}

# A guest would wait in vain for rows of a program that cannot measure RDMA.
for file in ${programs[@]+"${programs[@]}"}; do
  if "$file" --version 2>/dev/null | grep '^built without RDMA' >&2; then
    echo "vm: $file cannot measure RDMA" >&2
    exit 1
  fi
done

[ "$(uname -m)" = x86_64 ] || absent "the guest is x86_64; this machine is $(uname -m)"
for tool in qemu-system-x86_64 busybox cpio depmod zstd rdma ip ib_write_lat; do
  command -v "$tool" >/dev/null || absent "$tool is not installed (see the packages named in $0)"
done
[ -e "$lib/libibverbs.so.1" ] || absent "libibverbs1 is not installed"
ls "$lib"/libibverbs/librxe-*.so >/dev/null 2>&1 || absent "ibverbs-providers is not installed"

# The metapackage names the newest kernel; it is unpacked in the folder, not installed.
fetch_kernel() {
  [ ! -e "$work/kernel/fetched" ] || return 0
  local package
  newest() { apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image/{print $2; exit}'; }
  package=$(newest)
  # A machine that never updated its lists knows no package.
  if [ -z "$package" ] && [ "$(id -u)" -eq 0 ]; then
    timeout 300 apt-get -qq update >&2 || true
    package=$(newest)
  fi
  [ -n "$package" ] || absent "apt knows no linux-image-amd64"
  rm -rf "$work/kernel"
  mkdir -p "$work/kernel"
  (cd "$work/kernel" && timeout 300 apt-get -qq -o APT::Sandbox::User=root download "$package") >&2 ||
    absent "the kernel package $package could not be downloaded"
  dpkg -x "$work"/kernel/linux-image-*.deb "$work/kernel"
  rm "$work"/kernel/linux-image-*.deb
  # Debian 13 packs modules below usr/; depmod and modprobe look in lib/.
  [ -e "$work/kernel/lib" ] || ln -s usr/lib "$work/kernel/lib"
  depmod -b "$work/kernel" "$(ls "$work/kernel/lib/modules")"
  touch "$work/kernel/fetched"
}

into_root() { mkdir -p "$work/tree/$(dirname "$1")" && cp -Lf "$1" "$work/tree/$1"; }
libraries_of() { { ldd "$1" 2>/dev/null || true; } | grep -oE '/[^ ]+' || true; }

fill_root() {
  rm -rf "$work/tree"
  mkdir -p "$work"/tree/{bin,sbin,proc,sys,dev,tmp,run,etc/libibverbs.d,usr/bin,lib,lib64,modules,out}
  ln -s ../lib "$work/tree/usr/lib"
  cp "$(command -v busybox)" "$work/tree/bin/busybox"
  local name
  for name in sh mount insmod ifconfig sleep cat echo poweroff ls mkdir grep sed seq timeout kill \
              nproc head tail base64 cut hostname printf wc rm env ps \
              su chmod mv; do
    ln -s busybox "$work/tree/bin/$name"
  done
  local tools=(ib_write_lat ib_write_bw ib_send_lat ib_send_bw ib_read_lat ib_read_bw ibv_devinfo rdma ip)
  # rxe's library and libibverbs are loaded by name; libgcc_s by a thread's end.
  local needed="$lib/libgcc_s.so.1 $lib/libibverbs.so.1 $lib/libstdc++.so.6"
  local file
  for file in "$lib"/libibverbs/librxe-*.so; do into_root "$file"; needed+=" $(libraries_of "$file")"; done
  for name in "${tools[@]}"; do
    file=$(command -v "$name") || continue
    cp -L "$file" "$work/tree/usr/bin/"
    needed+=" $(libraries_of "$file")"
  done
  for file in ${programs[@]+"${programs[@]}"}; do
    cp -L "$file" "$work/tree/usr/bin/"
    needed+=" $(libraries_of "$file")"
  done
  needed+=" $(libraries_of "$lib/libibverbs.so.1")"
  for file in $(printf '%s\n' $needed | sort -u); do into_root "$file"; done
  echo 'driver rxe' >"$work/tree/etc/libibverbs.d/rxe.driver"
  cp "$here/init" "$work/tree/init"
  cp "$script" "$work/tree/script"
  chmod +x "$work/tree/init"
}

# Debian 13 compresses its modules; not every insmod can undo that.
unpack_module() {
  case $1 in
    *.xz) busybox unxz -c "$1" ;;
    *.zst) zstd -q -d -c "$1" ;;
    *) cat "$1" ;;
  esac
}

# rxe asks for "crc32" by name only when it starts, so that it is nobody's dependency.
add_modules() {
  local version module path name
  version=$(ls "$work/kernel/lib/modules")
  for module in crc32_generic virtio_pci virtio_net veth rdma_rxe ib_uverbs; do
    modprobe -d "$work/kernel" -S "$version" --show-depends "$module" 2>/dev/null |
      awk '$1 == "insmod" {print $2}' || true
  done | awk '!seen[$0]++' >"$work/modules"
  while read -r path; do
    name=$(basename "$path")
    name=${name%%.*}.ko
    unpack_module "$path" >"$work/tree/modules/$name"
    echo "/modules/$name" >>"$work/tree/etc/modules"
  done <"$work/modules"
}

# Files come back over the console in base64 between two marks.
take_files() {
  rm -rf "$work/out"
  mkdir -p "$work/out"
  tr -d '\r' <"$work/console" | awk -v folder="$work/out" '
    /^==file / { name = folder "/" $2 ".b64"; printf "" > name; next }
    /^==end/ { close(name); name = ""; next }
    name != "" { print > name }'
  local file
  for file in "$work"/out/*.b64; do
    [ -e "$file" ] || continue
    base64 -d "$file" >"${file%.b64}"
    rm "$file"
  done
}

fetch_kernel
fill_root
add_modules
(cd "$work/tree" && find . | cpio -o -H newc --quiet -R 0:0) | zstd -q -3 -f -o "$work/image"
code=0
timeout "${VM_SECONDS:-240}" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 \
  -nographic -no-reboot -nodefaults -serial stdio -kernel "$work"/kernel/boot/vmlinuz-* \
  -initrd "$work/image" -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable" \
  </dev/null >"$work/console" 2>&1 || code=$?
tr -d '\r' <"$work/console" | awk '/^==file /{skip = 1} !skip {print} /^==end/{skip = 0}'
take_files
[ $code -ne 124 ] || { echo "vm: the guest did not end in time" >&2; exit 124; }
guest=$(tr -d '\r' <"$work/console" | sed -n 's/^==exit \([0-9]*\)$/\1/p')
[ -n "$guest" ] || { echo "vm: the guest ended without a word (qemu: $code)" >&2; exit 1; }
exit "$guest"
