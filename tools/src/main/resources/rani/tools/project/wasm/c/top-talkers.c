// SPDX-License-Identifier: Apache-2.0
// top-talkers: counts the packets whose transmission this node begins, by flow. It acts on none.
#include "rani_abi_1.h"

RANI_DESCRIPTION(
    "name top-talkers\n"
    "number 40001\n"
    "version 1.0.0\n"
    "summary Counts the packets that leave a node, by flow.\n"
    "packet 0\n"
    "option flow choice source-node source-node,five-tuple What makes a flow.\n"
    "option report integer 100 1 1000000 Packets of a flow from note to note.\n"
    "fact packets integer\n"
    "fact flows integer\n"
    "fact beyond integer\n"
    "fact busiest integer\n"
    "note talker flow:flow packets:integer\n")

// Options, facts and notes have numbers in the order of the description.
enum { OPTION_FLOW, OPTION_REPORT };
enum { FACT_PACKETS, FACT_FLOWS, FACT_BEYOND, FACT_BUSIEST };
enum { NOTE_TALKER };

// What comes from the network has a limit: packets of further flows are only counted as such.
enum { FLOWS_MAX = 64 };

static struct {
  int64_t high, low, packets;
} flows[FLOWS_MAX];

static int32_t identity;
static int64_t report;
static int64_t packets, known, beyond, busiest;

RANI_EXPORT(start) void start(void) {
  identity = (int32_t)rani_option_i64(OPTION_FLOW);
  report = rani_option_i64(OPTION_REPORT);
  rani_watch_transmissions();
}

RANI_EXPORT(on_transmission) void on_transmission(void) {
  rani_fact(FACT_PACKETS, ++packets);
  int64_t high = rani_flow_high(identity);
  int64_t low = rani_flow_low(identity);
  int32_t at = 0;
  while (at < known && (flows[at].high != high || flows[at].low != low)) at++;
  if (at == FLOWS_MAX) {
    rani_fact(FACT_BEYOND, ++beyond);
    return;
  }
  if (at == known) {
    flows[at].high = high;
    flows[at].low = low;
    rani_fact(FACT_FLOWS, ++known);
  }
  int64_t count = ++flows[at].packets;
  if (count > busiest) {
    busiest = count;
    rani_fact(FACT_BUSIEST, busiest);
  }
  if (count % report == 0) {
    rani_value(0, high);
    rani_value(1, low);
    rani_value(2, count);
    rani_note(NOTE_TALKER);
  }
}
