#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What watching takes from a live network: three nodes in a row, a steady stream of datagrams from
# the first to the last, and windows of time in turn without a page, with pages, without (A-B-A).
#
#   bench/window.sh [ROUNDS [SECONDS_OF_A_WINDOW [PACKETS_PER_SECOND [PAGES [HOW]]]]]
#                    5       10                    50000               5      chromium
#
# HOW is `chromium`, tabs of a headless Chromium, which draw; or `stream`, clients that fetch the
# page, its scripts and its recording and read its events, and draw nothing: what a browser on
# another processor would leave here. Needs python3 and curl, for `chromium` that too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${1:-5} window=${2:-10} per_second=${3:-50000} pages=${4:-5} how=${5:-chromium}
folder=$(mktemp -d)
watcher='' browsers=()

close_pages() {
  [ ${#browsers[@]} -eq 0 ] || kill "${browsers[@]}" 2>/dev/null || true
  [ ${#browsers[@]} -eq 0 ] || wait "${browsers[@]}" 2>/dev/null || true
  browsers=()
}

finish() {
  close_pages
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
  [ ! -e "$folder/run/run.json" ] || ./rani down "$folder/run" >/dev/null || true
  wait || true
  rm -rf "$folder"
}
trap finish EXIT

cat >"$folder/row.yaml" <<YAML
topology: row
defaults: {link: {delay: 0ms, rate: $((per_second * 6 / 5))packet/s}}
nodes:
  a: {services: {source: {flows: [{to: c, copies: 4, kind: cbr, rate: $((per_second / 4))packet/s, size: 200B, packets: 16000000}]}}}
  b: {}
  c: {services: {sink: {}}}
links: {a -- b: {}, b -- c: {}}
YAML
./rani up "$folder/row.yaml" --out "$folder/run" --control tcp >/dev/null
./rani watch "$folder/run" >"$folder/watch.out" 2>/dev/null &
watcher=$!
link=''
for _ in $(seq 300); do
  link=$(sed -n 's/^window //p' "$folder/watch.out")
  [ -z "$link" ] || break
  sleep 0.2
done
[ -n "$link" ] || { echo "the window does not open" >&2; exit 1; }
port=$(sed -E 's|.*:([0-9]+)/.*|\1|' <<<"$link")
door=$(echo "$folder"/run/window-*.html) # leads in each time; the link did so once

# Uses the door, keeps the cookie, and says where the page is.
enter() {
  local ticket
  ticket=$(sed -n 's/.*content="0; url=\([^"]*\)".*/\1/p' "$door")
  echo "http://127.0.0.1:$port$(curl -sf -c "$folder/cookies" "$ticket" |
    sed -n 's/.*content="0; url=\([^"]*\)".*/\1/p')"
}

# How many pages read events: connections to the window that last.
followers() {
  ss -Htn state established "sport = :$port" | wc -l
}

open_pages() {
  if [ "$how" = stream ]; then
    local page
    page=$(enter)
    for _ in $(seq "$pages"); do
      for part in '' cytoscape.js uplot.js window.js window.css recording; do
        curl -sf -b "$folder/cookies" -o /dev/null "$page$part"
      done
      curl -sN -b "$folder/cookies" -o /dev/null "${page}stream" &
      browsers+=($!)
    done
  else
    rm -rf "$folder/profile"
    chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
      --disable-background-networking --window-size=1280,800 --remote-debugging-port=0 \
      --user-data-dir="$folder/profile" about:blank >/dev/null 2>&1 &
    browsers+=($!)
    until [ -s "$folder/profile/DevToolsActivePort" ]; do sleep 0.2; done
    local debug
    debug=$(head -1 "$folder/profile/DevToolsActivePort")
    for _ in $(seq "$pages"); do
      curl -sf -o /dev/null -X PUT "http://127.0.0.1:$debug/json/new?file://$door"
      sleep 1 # its ticket is used up, and the next is in the file
    done
  fi
  for _ in $(seq 300); do
    [ "$(followers)" -lt "$pages" ] || break
    sleep 0.2
  done
  sleep 2 # the pages have loaded
  echo "$(followers) connections to the window" >&2
}

cat >"$folder/measure.py" <<'PYTHON'
import json, os, statistics, sys, time, urllib.request

folder, seconds, out = sys.argv[1], float(sys.argv[2]), sys.argv[3]
run = json.load(open(folder + "/run/run.json"))


def look(node):
    ask = urllib.request.Request("http://%s/look" % node["control"])
    ask.add_header("Authorization", "Bearer " + run["token"])
    return json.load(urllib.request.urlopen(ask))


def state():
    looks = {node["name"]: look(node) for node in run["nodes"]}
    ports = [port for each in looks.values() for port in each["links"].values()]
    ticks = 0
    for node in run["nodes"]:
        words = open("/proc/%d/stat" % node["pid"]).read().rsplit(")", 1)[1].split()
        ticks += int(words[11]) + int(words[12])
    return {
        "nanos": looks["c"]["status"]["now-nanos"],
        "packets": sum(sums[0] for sums in looks["c"]["traffic"]["received"].values()),
        "paced": sum(port["paced-departures"] for port in ports),
        "late": sum(port["late-departures"] for port in ports),
        "cpu": ticks / os.sysconf("SC_CLK_TCK"),
    }


before = state()
time.sleep(seconds)
after = state()
more = {key: after[key] - before[key] for key in after}
packets = max(1, more["packets"])
row = {
    "goodput": packets / more["nanos"] * 1e9,
    "late": 100.0 * more["late"] / max(1, more["paced"]),
    "cpu": more["cpu"] / packets * 1e6,
}
print("   %-8s %8.0f packets/s  %6.2f %% late  %6.2f us of processors a packet"
      % (out, row["goodput"], row["late"], row["cpu"]))
with open("%s/%s.rows" % (folder, out), "a") as rows:
    rows.write(json.dumps(row) + "\n")
PYTHON

measure() {
  python3 "$folder/measure.py" "$folder" "$window" "$1"
}

echo "$per_second packets/s, $pages pages ($how), $rounds rounds of windows of $window s"
sleep 10 # the nodes have compiled what they do
for round in $(seq "$rounds"); do
  echo "round $round"
  measure before
  open_pages
  measure pages
  close_pages
  sleep 2
  measure after
done
python3 - "$folder" <<'PYTHON'
import json, statistics, sys

rows = {name: [json.loads(line) for line in open("%s/%s.rows" % (sys.argv[1], name))]
        for name in ("before", "pages", "after")}
print("median of the rounds, with pages against the windows around:")
for key, unit in (("goodput", "packets/s"), ("cpu", "us of processors a packet")):
    without = [(a[key] + b[key]) / 2 for a, b in zip(rows["before"], rows["after"])]
    change = [100 * (p[key] / w - 1) for p, w in zip(rows["pages"], without)]
    drift = [100 * (b[key] / a[key] - 1) for a, b in zip(rows["before"], rows["after"])]
    print("  %-9s %10.2f %s, %+.2f %%   (after against before, without pages: %+.2f %%)"
          % (key, statistics.median(p[key] for p in rows["pages"]), unit,
             statistics.median(change), statistics.median(drift)))
without = [(a["late"] + b["late"]) / 2 for a, b in zip(rows["before"], rows["after"])]
change = [p["late"] - w for p, w in zip(rows["pages"], without)]
drift = [b["late"] - a["late"] for a, b in zip(rows["before"], rows["after"])]
print("  %-9s %10.2f %% of departures, %+.2f of a hundred   (without pages: %+.2f)"
      % ("late", statistics.median(p["late"] for p in rows["pages"]),
         statistics.median(change), statistics.median(drift)))
PYTHON
