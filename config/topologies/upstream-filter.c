// SPDX-License-Identifier: Apache-2.0
// upstream-filter: capsules with this code deploy it along their way. Where a queue then overflows,
// and one node's packets are more than half of it, a capsule goes to that node, and each node on its
// way filters what comes from there for some seconds. The last one is the source itself.
#include "rani_abi_1.h"

RANI_DESCRIPTION(
    "name upstream-filter\n"
    "number 40110\n"
    "version 1.0.0\n"
    "summary Filters a greedy source ever closer to it.\n"
    "evidence\n"
    "packet 69\n"
    "option lasts duration 4s How long a filter lasts.\n"
    "option rest duration 500ms From one decision to the next.\n"
    "fact deployed integer\n"
    "fact decisions integer\n"
    "fact filters integer\n"
    "fact refused integer\n"
    "note decide source:address held:integer frames:integer\n"
    "note filter source:address link:integer\n")

enum { OPTION_LASTS, OPTION_REST };
enum { FACT_DEPLOYED, FACT_DECISIONS, FACT_FILTERS, FACT_REFUSED };
enum { NOTE_DECIDE, NOTE_FILTER };

// Arguments: the kind, and of a filter the destination of what is filtered.
enum { DEPLOY, FILTER, FILTER_BYTES = 5 };
enum { PORT = 809, LIFETIME_MICROS = 10000000, SOURCE_AT = 12, DESTINATION_AT = 16 };

static int64_t deployed, decisions, filters, refused, rests_until;

static void filter(int32_t source) {
  int32_t here = source == rani_node();
  int32_t link = here ? -1 : rani_route(source);
  if (!here && link < 0) return;
  int64_t high = (int64_t)(uint32_t)source << 32;
  if (rani_filter(link, high, 0, rani_now() + rani_option_i64(OPTION_LASTS))) {
    rani_fact(FACT_FILTERS, ++filters);
    rani_value(0, source);
    rani_value(1, link);
    rani_note(NOTE_FILTER);
  }
}

// The source is where the capsule goes. Only what this node sends on may be filtered, and only where
// the packets go that way: to the node that the capsule came from.
static void asked(int32_t source, int32_t destination) {
  if (rani_forwarded(rani_link(), source, destination)) {
    filter(source);
  } else {
    rani_fact(FACT_REFUSED, ++refused);
  }
}

RANI_EXPORT(on_packet) int32_t on_packet(void) {
  uint32_t at = (uint32_t)rani_data_at();
  int32_t length = rani_data_length();
  if (length == FILTER_BYTES && rani_u8(at) == FILTER && rani_link() >= 0) {
    asked((int32_t)rani_u32(DESTINATION_AT), (int32_t)rani_u32(at + 1));
  } else if (length == 0) {
    rani_fact(FACT_DEPLOYED, ++deployed);
  } else {
    rani_fact(FACT_REFUSED, ++refused);
    return RANI_REFUSE;
  }
  return RANI_FORWARD;
}

RANI_EXPORT(on_congestion) void on_congestion(void) {
  if (rani_congestion() != RANI_OVERFLOW || rani_now() < rests_until) return;
  if (!rani_greediest(RANI_SOURCE_NODE)) return;
  int32_t frames = rani_queue_frames();
  int32_t held = rani_greediest_frames();
  if (held * 2 <= frames) return;
  rests_until = rani_now() + rani_option_i64(OPTION_REST);
  int32_t source = (int32_t)(rani_greediest_high() >> 32);
  uint32_t destination = (uint32_t)rani_greediest_destination();
  rani_fact(FACT_DECISIONS, ++decisions);
  rani_value(0, source);
  rani_value(1, held);
  rani_value(2, frames);
  rani_note(NOTE_DECIDE);
  if (source == rani_node()) {
    filter(source);
    return;
  }
  uint8_t arguments[FILTER_BYTES] = {FILTER, (uint8_t)(destination >> 24),
                                     (uint8_t)(destination >> 16), (uint8_t)(destination >> 8),
                                     (uint8_t)destination};
  filter(source);
  rani_active(source, PORT << 16 | PORT, 0, LIFETIME_MICROS, arguments, FILTER_BYTES, FILTER_BYTES);
}
