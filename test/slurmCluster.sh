#!/bin/bash
# A Slurm cluster of two nodes on one machine, for tests: slurmCluster.sh FOLDER PORT
# Runs as root, without systemd; needs Debian's slurm-wlm and munge. All state is in FOLDER. Prints the SLURM_CONF to use.
# Every daemon writes its process id to FOLDER/pids, so that it can be stopped: kill $(cat FOLDER/pids/*).
set -euo pipefail
folder=$1
port=$2
host=$(hostname -s)

# munged insists on folders that nobody else can write to, and refuses to run as another user than their owner.
install -d -m 755 "$folder" "$folder/log" "$folder/pids" "$folder/state"
install -d -m 755 -o munge -g munge "$folder/munge"
install -d -m 700 -o munge -g munge "$folder/munge/secret"
head -c 512 /dev/urandom > "$folder/munge/secret/key"
chown munge:munge "$folder/munge/secret/key"
chmod 600 "$folder/munge/secret/key"
setpriv --reuid=munge --regid=munge --clear-groups munged --force \
  --key-file="$folder/munge/secret/key" --seed-file="$folder/munge/secret/seed" --log-file="$folder/munge/secret/log" \
  --pid-file="$folder/munge/pid" --socket="$folder/munge/socket"
cp "$folder/munge/pid" "$folder/pids/munged"

# Two slurmd on one host need names and ports of their own. Nothing is accounted for, so ended jobs are soon forgotten, as on real clusters
# without a database. A node that is silent for ten seconds is down, and its jobs start again after cred_expire, not after two minutes.
{
  cat << CONF
ClusterName=assaytest
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$folder/munge/socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/pids/slurmctld
SlurmdPidFile=$folder/pids/slurmd-%n
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd-%n
SlurmdSpoolDir=$folder/spool-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
SlurmdTimeout=10
KillWait=1
ReturnToService=2
PartitionName=work Nodes=one,two Default=YES MaxTime=1:00:00
CONF
  next=$port
  for node in one two; do
    next=$((next + 1))
    echo "NodeName=$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$next CPUs=1 RealMemory=1000"
    install -d -m 755 "$folder/spool-$node" >&2
  done
} > "$folder/slurm.conf"

export SLURM_CONF=$folder/slurm.conf
slurmctld -c >&2
for node in one two; do slurmd -N "$node" >&2; done
for _ in $(seq 100); do
  [ "$(sinfo --noheader --states=idle --format=%D 2> /dev/null)" = 2 ] && break
  sleep 0.1
done
sinfo --noheader --states=idle --format=%D | grep -qx 2
echo "$SLURM_CONF"
