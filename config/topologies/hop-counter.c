// SPDX-License-Identifier: Apache-2.0
// hop-counter: counts the capsules that it is shown. It is 8,000 bytes long, as a protocol may be.
#include "rani_abi_1.h"

RANI_DESCRIPTION(
    "name hop-counter\n"
    "number 40111\n"
    "version 1.0.0\n"
    "summary Counts capsules.\n"
    "packet 0\n"
    "fact seen integer\n")

// What a protocol would have of code and tables: it only has to travel.
static volatile uint8_t ballast[7724] = {1};

static int64_t seen;

RANI_EXPORT(on_packet) int32_t on_packet(void) {
  seen += ballast[0];
  rani_fact(0, seen);
  return RANI_FORWARD;
}
