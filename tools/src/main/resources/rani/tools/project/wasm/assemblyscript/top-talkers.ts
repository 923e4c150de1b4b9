// SPDX-License-Identifier: Apache-2.0
// top-talkers: counts the packets whose transmission this node begins, by flow. It acts on none.
import * as rani from "./rani_abi_1";

const DESCRIPTION = String.UTF8.encode(`name top-talkers
number 40001
version 1.0.0
summary Counts the packets that leave a node, by flow.
packet 0
option flow choice source-node source-node,five-tuple What makes a flow.
option report integer 100 1 1000000 Packets of a flow from note to note.
fact packets integer
fact flows integer
fact beyond integer
fact busiest integer
note talker flow:flow packets:integer
`, true);

// Options, facts and notes have numbers in the order of the description.
const OPTION_FLOW = 0;
const OPTION_REPORT = 1;
const FACT_PACKETS = 0;
const FACT_FLOWS = 1;
const FACT_BEYOND = 2;
const FACT_BUSIEST = 3;
const NOTE_TALKER = 0;

// What comes from the network has a limit: packets of further flows are only counted as such.
const FLOWS_MAX = 64;

const highs = new StaticArray<i64>(FLOWS_MAX);
const lows = new StaticArray<i64>(FLOWS_MAX);
const counts = new StaticArray<i64>(FLOWS_MAX);

let identity: i32 = 0;
let report: i64 = 1;
let packets: i64 = 0;
let known: i32 = 0;
let beyond: i64 = 0;
let busiest: i64 = 0;

export function describe(): usize {
  return changetype<usize>(DESCRIPTION);
}

export function start(): void {
  identity = <i32>rani.option_i64(OPTION_FLOW);
  report = rani.option_i64(OPTION_REPORT);
  rani.watch_transmissions();
}

export function on_transmission(): void {
  rani.fact(FACT_PACKETS, ++packets);
  const high = rani.flow_high(identity);
  const low = rani.flow_low(identity);
  let at = 0;
  while (at < known && (highs[at] != high || lows[at] != low)) at++;
  if (at == FLOWS_MAX) {
    rani.fact(FACT_BEYOND, ++beyond);
    return;
  }
  if (at == known) {
    highs[at] = high;
    lows[at] = low;
    rani.fact(FACT_FLOWS, ++known);
  }
  const count = ++counts[at];
  if (count > busiest) {
    busiest = count;
    rani.fact(FACT_BUSIEST, busiest);
  }
  if (count % report == 0) {
    rani.value(0, high);
    rani.value(1, low);
    rani.value(2, count);
    rani.note(NOTE_TALKER);
  }
}
