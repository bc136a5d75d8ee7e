#!/usr/bin/env bash
# A Slurm of two nodes, n1 and n2, both on this machine and all of it in one folder: own keys, own ports,
# nothing in /etc, no systemd, no cgroups.
#   tests/slurm/cluster.sh up FOLDER      then: export SLURM_CONF=FOLDER/slurm.conf
#   tests/slurm/cluster.sh down FOLDER
# Needs root (munge's and slurmd's users are not asked for). Packages: slurmctld slurmd slurm-client munge
set -euo pipefail

command=${1:?usage: cluster.sh up|down FOLDER}
mkdir -p "${2:?usage: cluster.sh up|down FOLDER}"
folder=$(cd "$2" && pwd)
port=${SLURM_TEST_PORT:-16917}
host=$(hostname -s)

until_true() {
  for _ in $(seq 150); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.2
  done
  echo "slurm: timed out: $*" >&2
  return 1
}

down() {
  local file
  for file in "$folder"/*.pid; do
    [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
  done
  # Each takes its file away when it has written its state; 24.11 may take more than five seconds.
  for _ in $(seq 200); do
    ls "$folder"/*.pid >/dev/null 2>&1 || return 0
    sleep 0.1
  done
}

settings() {
  cat <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
MailProg=/bin/true
AccountingStorageType=accounting_storage/none
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 2))-$((port + 3))] CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

up() {
  mkdir -p "$folder"/{state,spool,log,munge}
  chmod 711 "$folder" "$folder/munge"
  head -c 1024 /dev/urandom >"$folder/munge/key"
  chmod 400 "$folder/munge/key"
  munged --force --num-threads=2 --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" 2>/dev/null
  until_true test -S "$folder/munge/socket"
  settings >"$folder/slurm.conf"
  # Read also where nothing else asks for cgroups. 22.05 knows no "disabled"; 24.11 starts with v1 as
  # well, also on a machine that has cgroup v2 alone.
  echo "CgroupPlugin=cgroup/v1" >"$folder/cgroup.conf"
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld -c
  slurmd -c -N n1
  slurmd -c -N n2
  until_true bash -c '[ "$(sinfo -h -N -o %T | grep -c "^idle$")" = 2 ]'
}

case $command in
  up) up ;;
  down) down ;;
  *) echo "usage: cluster.sh up|down FOLDER" >&2; exit 2 ;;
esac
