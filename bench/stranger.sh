#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What a stranger takes from others' goodput: three nodes in network namespaces, a bulk transfer from
# the first to the last, and a fourth namespace that sends garbage, forged and replayed frames to the
# one in the middle. Windows in turn: none; the stranger's frames go to no one (what his program
# and the wire cost on the processors that all share); they go to the node.
#
#   bench/stranger.sh [SECONDS_OF_A_WINDOW [FRAMES_PER_SECOND [KEYS [ROUNDS]]]]   8, 20000, all, 6
#
# Needs root, iproute2 and python3; leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
window=${1:-8} per_second=${2:-20000} keys=${3:-all} rounds=${4:-6}
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
    services: {source: {flows: [{to: c, kind: bulk, duration: $((rounds * 3 * (window + 5) + 60))s}]}}
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

# measure WHAT: the packets that come in a window
measure() {
  local before after begin end
  before=$(delivered) begin=$(date +%s%N)
  sleep "$window"
  after=$(delivered) end=$(date +%s%N)
  awk -v n=$((after - before)) -v ns=$((end - begin)) 'BEGIN {printf "%.1f\n", n * 1e9 / ns}' \
    >>"$folder/$1"
  printf '%-8s %7s packets/s\n' "$1" "$(tail -1 "$folder/$1")"
}

# flood WHAT [aside]: measures while the stranger sends
flood() {
  ip netns exec "${prefix}4" python3 src/test/resources/stranger_lan.py lan 192.0.2.1 20002 \
    192.0.2.2 20003 $(((window + 1) * per_second)) "$per_second" 10.0.0.1 10.0.0.2 10.0.0.3 \
    "${@:2}" >"$folder/told" 2>"$folder/stranger.err" &
  pids[3]=$!
  until grep -q sending "$folder/stranger.err"; do
    kill -0 "${pids[3]}" || { cat "$folder/stranger.err" >&2; exit 3; }
    sleep 0.1
  done
  measure "$1"
  wait "${pids[3]}"
}

median() {
  sort -n "$folder/$1" | awk '{v[NR] = $1} END {print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2}'
}

for _ in $(seq "$rounds"); do
  measure none
  flood aside aside
  flood node
done
awk -v none="$(median none)" -v aside="$(median aside)" -v node="$(median node)" 'BEGIN {
  printf "medians: none %.1f, aside %.1f, to the node %.1f packets/s\n", none, aside, node
  printf "the node with the stranger: %+.1f %% of none, %+.1f %% of aside\n", \
    (node / none - 1) * 100, (node / aside - 1) * 100}'
for node in a b c; do
  grep -h "is down" "$folder/$node.err" | sed "s/^rani: //" || true
done
