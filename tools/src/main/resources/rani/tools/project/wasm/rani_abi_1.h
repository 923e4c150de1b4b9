// SPDX-License-Identifier: Apache-2.0
// The interface of a rani node to services in WebAssembly, version 1, for C (clang --target=wasm32).
// docs/webassembly.md says what each part means.
#ifndef RANI_ABI_1_H
#define RANI_ABI_1_H

#include <stdint.h>

// Before a function: it is called by the node.
#define RANI_EXPORT(name) __attribute__((export_name(#name)))
#define RANI_IMPORT(name) __attribute__((import_module("rani_abi_1"), import_name(#name)))

// The module's only obligation: its description.
#define RANI_DESCRIPTION(text) \
  RANI_EXPORT(describe) const char *rani_describe(void) { return text; }

// Fate of a packet.
enum { RANI_FORWARD, RANI_CONSUME, RANI_DISCARD, RANI_REFUSE, RANI_HOLD };

// Kind of congestion.
enum {
  RANI_ABOVE_MAX,
  RANI_BELOW_MAX,
  RANI_MARKED,
  RANI_EARLY_DROP,
  RANI_OVERFLOW,
  RANI_QUEUE_LENGTH
};

// What makes a flow.
enum { RANI_SOURCE_NODE, RANI_FIVE_TUPLE };

// Where the node writes what a call is about.
#define RANI_WINDOW 0x70000000u

// rani_now() and so on: fields of the window.
#define RANI_FIELD(offset, type, name) \
  static inline type rani_##name(void) { return *(const type *)(RANI_WINDOW + offset); }

RANI_FIELD(0x000, int64_t, now)
RANI_FIELD(0x008, int64_t, arrived)
RANI_FIELD(0x010, int32_t, node)
RANI_FIELD(0x014, int32_t, link)
RANI_FIELD(0x018, int32_t, prev_node)
RANI_FIELD(0x01C, int32_t, service)
RANI_FIELD(0x020, int64_t, lifetime)
RANI_FIELD(0x028, int32_t, length)
RANI_FIELD(0x02C, int32_t, captured)
RANI_FIELD(0x030, int32_t, control)
RANI_FIELD(0x034, int32_t, data_at)
RANI_FIELD(0x038, int32_t, data_length)
RANI_FIELD(0x03C, int32_t, message_type)
RANI_FIELD(0x040, int32_t, congestion)
RANI_FIELD(0x044, int32_t, queue_link)
RANI_FIELD(0x048, int32_t, queue_frames)
RANI_FIELD(0x04C, int32_t, queue_flows)
RANI_FIELD(0x050, double, queue_average)
RANI_FIELD(0x058, int32_t, queue_limit)
RANI_FIELD(0x060, int64_t, queue_link_delay)
RANI_FIELD(0x080, int64_t, greediest_high)
RANI_FIELD(0x088, int64_t, greediest_low)
RANI_FIELD(0x090, int32_t, greediest_frames)
RANI_FIELD(0x094, int32_t, greediest_destination)
RANI_FIELD(0x098, int32_t, greediest_prev_node)
RANI_FIELD(0x0A0, int32_t, diversion)
RANI_FIELD(0x0A4, int32_t, diversion_full)
RANI_FIELD(0x0A8, int64_t, diversion_next)

// The first captured bytes of the IPv4 packet, in network order.
#define RANI_PACKET ((const uint8_t *)(RANI_WINDOW + 0x1000))

// Reads numbers of the packet.
static inline uint32_t rani_u8(uint32_t offset) { return RANI_PACKET[offset]; }
static inline uint32_t rani_u16(uint32_t offset) {
  return rani_u8(offset) << 8 | rani_u8(offset + 1);
}
static inline uint32_t rani_u32(uint32_t offset) {
  return rani_u16(offset) << 16 | rani_u16(offset + 2);
}

// Sets the value of a note, 0…23, for rani_note.
static inline void rani_value(uint32_t index, int64_t value) {
  ((int64_t *)(RANI_WINDOW + 0x0C0))[index] = value;
}
static inline void rani_value_f64(uint32_t index, double value) {
  ((double *)(RANI_WINDOW + 0x0C0))[index] = value;
}

// As Java's StrictMath.
RANI_IMPORT(log) double rani_log(double x);
RANI_IMPORT(exp) double rani_exp(double x);
RANI_IMPORT(pow) double rani_pow(double x, double y);

// The service's own random stream.
RANI_IMPORT(random_i32) int32_t rani_random_i32(void);
RANI_IMPORT(random_i64) int64_t rani_random_i64(void);
RANI_IMPORT(random_f64) double rani_random_f64(void);

// Unpredictable in a live network, repeatable in virtual time.
RANI_IMPORT(secret_i32) int32_t rani_secret_i32(void);

// The value of an option.
RANI_IMPORT(option_i64) int64_t rani_option_i64(int32_t index);
RANI_IMPORT(option_f64) double rani_option_f64(int32_t index);

// Number of links; one of them, in order.
RANI_IMPORT(links) int32_t rani_links(void);
RANI_IMPORT(link_at) int32_t rani_link_at(int32_t index);

// Link to a neighbour, or −1; its address, or 0.
RANI_IMPORT(link_to) int32_t rani_link_to(int32_t address);
RANI_IMPORT(neighbour) int32_t rani_neighbour(int32_t link);

// Outgoing link, or −1.
RANI_IMPORT(route) int32_t rani_route(int32_t destination);

// Bytes.
RANI_IMPORT(path_mtu) int32_t rani_path_mtu(int32_t destination);

// Shows the queue before a link in the window: frames, limit, average, delay.
RANI_IMPORT(queue) void rani_queue(int32_t link);

// Asks for on_congestion with queue-length; for on_transmission.
RANI_IMPORT(watch_queues) void rani_watch_queues(int32_t frames);
RANI_IMPORT(watch_transmissions) void rani_watch_transmissions(void);

// Key of the packet's flow.
RANI_IMPORT(flow_high) int64_t rani_flow_high(int32_t identity);
RANI_IMPORT(flow_low) int64_t rani_flow_low(int32_t identity);

// Waiting frames of a flow in the congested queue.
RANI_IMPORT(frames_of) int32_t rani_frames_of(int64_t high, int64_t low);

// 1 and the window's greediest_… of the congested queue; 0 if it is empty.
RANI_IMPORT(greediest) int32_t rani_greediest(int32_t identity);

// Sets or cancels one of the timers 0…1,023.
RANI_IMPORT(timer) void rani_timer(int32_t timer, int64_t deadline);
RANI_IMPORT(cancel) void rani_cancel(int32_t timer);

// A passive packet; tos is code point × 4 + ECN.
RANI_IMPORT(send) void rani_send(int32_t destination, int32_t protocol, int32_t tos, int64_t lifetime, const void *at, int32_t length);

// A UDP datagram of length bytes: head bytes from at, then zeros; ports is source × 65,536 + destination.
RANI_IMPORT(datagram) void rani_datagram(int32_t destination, int32_t ports, int32_t dscp, int64_t lifetime, const void *at, int32_t head, int32_t length);

// As datagram: an active datagram that asks for this service; from code that came by a capsule, a capsule with the same code.
RANI_IMPORT(active) void rani_active(int32_t destination, int32_t ports, int32_t dscp, int64_t lifetime, const void *at, int32_t head, int32_t length);

// A service message; service 0 is this one.
RANI_IMPORT(message) void rani_message(int32_t destination, int32_t service, int32_t type, const void *at, int32_t length);

// The lent packet's code point.
RANI_IMPORT(mark) void rani_mark(int32_t dscp);

// A datagram's data in place; the IPv4 length.
RANI_IMPORT(rewrite) void rani_rewrite(int32_t offset, const void *at, int32_t length);
RANI_IMPORT(shorten) void rani_shorten(int32_t bytes);

// Ports of this node; 0 if another service has it.
RANI_IMPORT(listen) void rani_listen(int32_t port);
RANI_IMPORT(claim) int32_t rani_claim(int32_t protocol, int32_t port);
RANI_IMPORT(unclaim) void rani_unclaim(int32_t protocol, int32_t port);

// An ingress filter on a link, or −1 for what originates here; 1 if it stands.
RANI_IMPORT(filter) int32_t rani_filter(int32_t link, int64_t high, int64_t low, int64_t until);

// A diversion's number, or −1.
RANI_IMPORT(divert) int32_t rani_divert(int32_t link, int64_t high, int64_t low, int64_t until);

// As divert, of all packets that match; ports is source × 65,536 + destination; what is 0 may be anything.
RANI_IMPORT(divert_matching) int32_t rani_divert_matching(int32_t link, int32_t source, int32_t destination, int32_t protocol, int32_t ports, int64_t until);

// Extends; ends and forwards; ends and discards.
RANI_IMPORT(refresh) int32_t rani_refresh(int32_t diversion, int64_t until);
RANI_IMPORT(flush) void rani_flush(int32_t diversion);
RANI_IMPORT(close) void rani_close(int32_t diversion);

// A held packet, or a copy of it; 0 if there is none.
RANI_IMPORT(release) int32_t rani_release(int32_t diversion, int64_t number);
RANI_IMPORT(release_copy) int32_t rani_release_copy(int32_t diversion, int64_t number);

// 1 if the node forwarded such packets there; needs evidence.
RANI_IMPORT(forwarded) int32_t rani_forwarded(int32_t link, int32_t source, int32_t destination);

// How many of the reported packets are credible.
RANI_IMPORT(tell_forwarded) int32_t rani_tell_forwarded(int32_t link, int32_t source, int32_t destination, int32_t packets);

// Sets a fact; a truth by 0 or 1, a real by fact_f64.
RANI_IMPORT(fact) void rani_fact(int32_t index, int64_t value);
RANI_IMPORT(fact_f64) void rani_fact_f64(int32_t index, double value);

// Writes a note with the window's values into the trace.
RANI_IMPORT(note) void rani_note(int32_t index);

#endif
