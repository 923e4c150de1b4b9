#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What a stranger takes from others' goodput: three nodes in network namespaces, a bulk transfer from
# the first to the last, and a fourth namespace that sends garbage, forged and replayed frames to the
# one in the middle in the second of three windows (A-B-A).
#
#   bench/stranger.sh [SECONDS_OF_A_WINDOW [FRAMES_PER_SECOND [KEYS]]]      10, 20000, all
#
# Needs root, iproute2 and python3; leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
window=${1:-10} per_second=${2:-20000} keys=${3:-all}
prefix=rani-$$-
folder=$(mktemp -d)
pids=()

finish() {
  [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
  wait || true
  for host in hub 1 2 3 4; do ip netns delete "$prefix$host" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT

ip netns add "${prefix}hub"
ip -n "${prefix}hub" link add hub type bridge ageing_time 0 mcast_snooping 0
ip -n "${prefix}hub" link set hub up
for host in 1 2 3 4; do
  ip netns add "$prefix$host"
  ip link add lan netns "$prefix$host" type veth peer "port$host" netns "${prefix}hub"
  ip -n "${prefix}hub" link set "port$host" master hub up
  ip -n "$prefix$host" address add "192.0.2.$host/24" dev lan
  ip -n "$prefix$host" link set lan up
  ip -n "$prefix$host" link set lo up
done

cat >"$folder/row.yaml" <<EOF
topology: row
defaults: {link: {rate: 20Mbit/s, delay: 2ms, hello: 200ms, keys: $keys}}
nodes:
  a:
    address: 192.0.2.1
    ports: {b: {receive: 20001, send: 20002}}
    services: {source: {flows: [{to: c, kind: bulk, duration: $((3 * window + 60))s}]}}
  b:
    address: 192.0.2.2
    ports: {a: {receive: 20003, send: 20004}, c: {receive: 20005, send: 20006}}
    services: {active-filter: {}, acc-filter: {}}
  c:
    address: 192.0.2.3
    ports: {b: {receive: 20007, send: 20008}}
    services: {sink: {}}
links: {a -- b: {}, b -- c: {}}
EOF
head -c 32 /dev/urandom | base64 >"$folder/key"

host=1
for node in a b c; do
  trace=()
  [ $node != c ] || trace=(--trace "$folder/c.trace")
  ip netns exec "$prefix$host" ./rani node --topology "$folder/row.yaml" --name $node \
    --key-file "$folder/key" ${trace[@]+"${trace[@]}"} 2>"$folder/$node.err" &
  pids+=($!)
  host=$((host + 1))
done
for _ in $(seq 300); do
  grep -q "traffic begins" "$folder/a.err" && break
  sleep 0.2
done
sleep 5 # the connection finds its rate

delivered() {
  grep -c ' delivery at=sink .* len=1[0-9][0-9][0-9] ' "$folder/c.trace" || true
}

measure() {
  local before after begin end
  before=$(delivered) begin=$(date +%s%N)
  "${@:2}"
  after=$(delivered) end=$(date +%s%N)
  awk -v n=$((after - before)) -v ns=$((end - begin)) -v what="$1" \
    'BEGIN {printf "%-28s %7.1f packets/s\n", what, n * 1e9 / ns}'
}

measure "A  nobody else" sleep "$window"
measure "B  $per_second frames/s of a stranger" ip netns exec "${prefix}4" python3 \
  src/test/resources/stranger_lan.py lan 192.0.2.1 20002 192.0.2.2 20003 \
  $((window * per_second)) "$per_second"
measure "A  nobody else" sleep "$window"
for node in a b c; do
  grep -h "is down" "$folder/$node.err" | sed "s/^rani: //" || true
done
