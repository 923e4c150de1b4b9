#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Records what ns-2.35 does (Debian's package ns2): each run begins with the words of its command.
# Run it in this folder; the scripts are those of `rani fidelity`.
set -eu
scripts=../../../../../main/resources/rani/bench/fidelity
recorded() {
  echo "# $*"
  script=$1
  shift
  ns "$scripts/$script" "$@"
}
for kind in reno newreno sack; do
  for delayed in 0 0.2; do
    for lost in none 14 25 20,24 20,21,22 12,18,27 30,33,36,39; do
      recorded flow.tcl $kind $delayed 1 150 60 $lost
    done
  done
done | gzip -9n >flow.txt.gz

for seed in 1 2 3 4; do
  recorded network.tcl ufc $seed 20 newreno rio-c 1 500
done | gzip -9n >ufc.txt.gz

# 2000 arrivals for each mode, by a linear congruential generator, about 1.15 of what goes through.
for mode in packets bytes; do
  awk -v mode=$mode 'BEGIN {
    x = 12345
    for (i = 0; i < 2000; i++) {
      x = (x * 16807) % 2147483647
      mean = mode == "bytes" ? 0.00243 : 0.00348
      at += -mean * log(1 - x / 2147483647)
      x = (x * 16807) % 2147483647
      bytes = mode == "packets" ? 1000 : x % 3 == 0 ? 40 : x % 3 == 1 ? 552 : 1500
      printf "%.9f %d\n", at, bytes
    }
  }' >arrivals.tmp
  gzip -9nc arrivals.tmp >red-$mode-arrivals.txt.gz
  recorded red.tcl arrivals.tmp 1 $mode each | gzip -9n >red-$mode.txt.gz
done
rm arrivals.tmp
