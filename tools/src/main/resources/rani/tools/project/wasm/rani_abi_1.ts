// SPDX-License-Identifier: Apache-2.0
// The interface of a rani node to services in WebAssembly, version 1, for AssemblyScript.
// docs/webassembly.md says what each part means.

// Fate of a packet.
export const FORWARD = 0;
export const CONSUME = 1;
export const DISCARD = 2;
export const REFUSE = 3;
export const HOLD = 4;

// Kind of congestion.
export const ABOVE_MAX = 0;
export const BELOW_MAX = 1;
export const MARKED = 2;
export const EARLY_DROP = 3;
export const OVERFLOW = 4;
export const QUEUE_LENGTH = 5;

// What makes a flow.
export const SOURCE_NODE = 0;
export const FIVE_TUPLE = 1;

// Where the node writes what a call is about.
const WINDOW: usize = 0x70000000;

// Fields of the window.
export function now(): i64 { return load<i64>(WINDOW + 0x000); }
export function arrived(): i64 { return load<i64>(WINDOW + 0x008); }
export function node(): i32 { return load<i32>(WINDOW + 0x010); }
export function link(): i32 { return load<i32>(WINDOW + 0x014); }
export function prev_node(): i32 { return load<i32>(WINDOW + 0x018); }
export function service(): i32 { return load<i32>(WINDOW + 0x01C); }
export function lifetime(): i64 { return load<i64>(WINDOW + 0x020); }
export function length(): i32 { return load<i32>(WINDOW + 0x028); }
export function captured(): i32 { return load<i32>(WINDOW + 0x02C); }
export function control(): i32 { return load<i32>(WINDOW + 0x030); }
export function data_at(): i32 { return load<i32>(WINDOW + 0x034); }
export function data_length(): i32 { return load<i32>(WINDOW + 0x038); }
export function message_type(): i32 { return load<i32>(WINDOW + 0x03C); }
export function congestion(): i32 { return load<i32>(WINDOW + 0x040); }
export function queue_link(): i32 { return load<i32>(WINDOW + 0x044); }
export function queue_frames(): i32 { return load<i32>(WINDOW + 0x048); }
export function queue_flows(): i32 { return load<i32>(WINDOW + 0x04C); }
export function queue_average(): f64 { return load<f64>(WINDOW + 0x050); }
export function queue_limit(): i32 { return load<i32>(WINDOW + 0x058); }
export function queue_link_delay(): i64 { return load<i64>(WINDOW + 0x060); }
export function greediest_high(): i64 { return load<i64>(WINDOW + 0x080); }
export function greediest_low(): i64 { return load<i64>(WINDOW + 0x088); }
export function greediest_frames(): i32 { return load<i32>(WINDOW + 0x090); }
export function greediest_destination(): i32 { return load<i32>(WINDOW + 0x094); }
export function greediest_prev_node(): i32 { return load<i32>(WINDOW + 0x098); }
export function diversion(): i32 { return load<i32>(WINDOW + 0x0A0); }
export function diversion_full(): i32 { return load<i32>(WINDOW + 0x0A4); }
export function diversion_next(): i64 { return load<i64>(WINDOW + 0x0A8); }

// Where the first captured bytes of the IPv4 packet are, in network order.
export const PACKET: usize = WINDOW + 0x1000;

// Reads numbers of the packet.
export function u8At(offset: usize): u32 {
  return load<u8>(PACKET + offset);
}

export function u16At(offset: usize): u32 {
  return bswap<u16>(load<u16>(PACKET + offset));
}

export function u32At(offset: usize): u32 {
  return bswap<u32>(load<u32>(PACKET + offset));
}

// Sets the value of a note, 0…23, for note().
export function value(index: usize, value: i64): void {
  store<i64>(WINDOW + 0x0C0 + (index << 3), value);
}

export function valueF64(index: usize, value: f64): void {
  store<f64>(WINDOW + 0x0C0 + (index << 3), value);
}

// As Java's StrictMath.
@external("rani_abi_1", "log") export declare function log(x: f64): f64;
@external("rani_abi_1", "exp") export declare function exp(x: f64): f64;
@external("rani_abi_1", "pow") export declare function pow(x: f64, y: f64): f64;

// The service's own random stream.
@external("rani_abi_1", "random_i32") export declare function random_i32(): i32;
@external("rani_abi_1", "random_i64") export declare function random_i64(): i64;
@external("rani_abi_1", "random_f64") export declare function random_f64(): f64;

// Unpredictable in a live network, repeatable in virtual time.
@external("rani_abi_1", "secret_i32") export declare function secret_i32(): i32;

// The value of an option.
@external("rani_abi_1", "option_i64") export declare function option_i64(index: i32): i64;
@external("rani_abi_1", "option_f64") export declare function option_f64(index: i32): f64;

// Number of links; one of them, in order.
@external("rani_abi_1", "links") export declare function links(): i32;
@external("rani_abi_1", "link_at") export declare function link_at(index: i32): i32;

// Link to a neighbour, or −1; its address, or 0.
@external("rani_abi_1", "link_to") export declare function link_to(address: i32): i32;
@external("rani_abi_1", "neighbour") export declare function neighbour(link: i32): i32;

// Outgoing link, or −1.
@external("rani_abi_1", "route") export declare function route(destination: i32): i32;

// Bytes.
@external("rani_abi_1", "path_mtu") export declare function path_mtu(destination: i32): i32;

// Shows the queue before a link in the window: frames, limit, average, delay.
@external("rani_abi_1", "queue") export declare function queue(link: i32): void;

// Asks for on_congestion with queue-length; for on_transmission.
@external("rani_abi_1", "watch_queues") export declare function watch_queues(frames: i32): void;
@external("rani_abi_1", "watch_transmissions") export declare function watch_transmissions(): void;

// Key of the packet's flow.
@external("rani_abi_1", "flow_high") export declare function flow_high(identity: i32): i64;
@external("rani_abi_1", "flow_low") export declare function flow_low(identity: i32): i64;

// Waiting frames of a flow in the congested queue.
@external("rani_abi_1", "frames_of") export declare function frames_of(high: i64, low: i64): i32;

// 1 and the window's greediest_… of the congested queue; 0 if it is empty.
@external("rani_abi_1", "greediest") export declare function greediest(identity: i32): i32;

// Sets or cancels one of the timers 0…1,023.
@external("rani_abi_1", "timer") export declare function timer(timer: i32, deadline: i64): void;
@external("rani_abi_1", "cancel") export declare function cancel(timer: i32): void;

// A passive packet; tos is code point × 4 + ECN.
@external("rani_abi_1", "send") export declare function send(destination: i32, protocol: i32, tos: i32, lifetime: i64, at: i32, length: i32): void;

// A UDP datagram of length bytes: head bytes from at, then zeros; ports is source × 65,536 + destination.
@external("rani_abi_1", "datagram") export declare function datagram(destination: i32, ports: i32, dscp: i32, lifetime: i64, at: i32, head: i32, length: i32): void;

// As datagram: an active datagram that asks for this service; from code that came by a capsule, a capsule with the same code.
@external("rani_abi_1", "active") export declare function active(destination: i32, ports: i32, dscp: i32, lifetime: i64, at: i32, head: i32, length: i32): void;

// A service message; service 0 is this one.
@external("rani_abi_1", "message") export declare function message(destination: i32, service: i32, type: i32, at: i32, length: i32): void;

// The lent packet's code point.
@external("rani_abi_1", "mark") export declare function mark(dscp: i32): void;

// A datagram's data in place; the IPv4 length.
@external("rani_abi_1", "rewrite") export declare function rewrite(offset: i32, at: i32, length: i32): void;
@external("rani_abi_1", "shorten") export declare function shorten(bytes: i32): void;

// Ports of this node; 0 if another service has it.
@external("rani_abi_1", "listen") export declare function listen(port: i32): void;
@external("rani_abi_1", "claim") export declare function claim(protocol: i32, port: i32): i32;
@external("rani_abi_1", "unclaim") export declare function unclaim(protocol: i32, port: i32): void;

// An ingress filter on a link, or −1 for what originates here; 1 if it stands.
@external("rani_abi_1", "filter") export declare function filter(link: i32, high: i64, low: i64, until: i64): i32;

// A diversion's number, or −1.
@external("rani_abi_1", "divert") export declare function divert(link: i32, high: i64, low: i64, until: i64): i32;

// As divert, of all packets that match; ports is source × 65,536 + destination; what is 0 may be anything.
@external("rani_abi_1", "divert_matching") export declare function divert_matching(link: i32, source: i32, destination: i32, protocol: i32, ports: i32, until: i64): i32;

// Extends; ends and forwards; ends and discards.
@external("rani_abi_1", "refresh") export declare function refresh(diversion: i32, until: i64): i32;
@external("rani_abi_1", "flush") export declare function flush(diversion: i32): void;
@external("rani_abi_1", "close") export declare function close(diversion: i32): void;

// A held packet, or a copy of it; 0 if there is none.
@external("rani_abi_1", "release") export declare function release(diversion: i32, number: i64): i32;
@external("rani_abi_1", "release_copy") export declare function release_copy(diversion: i32, number: i64): i32;

// 1 if the node forwarded such packets there; needs evidence.
@external("rani_abi_1", "forwarded") export declare function forwarded(link: i32, source: i32, destination: i32): i32;

// How many of the reported packets are credible.
@external("rani_abi_1", "tell_forwarded") export declare function tell_forwarded(link: i32, source: i32, destination: i32, packets: i32): i32;

// Sets a fact; a truth by 0 or 1, a real by fact_f64.
@external("rani_abi_1", "fact") export declare function fact(index: i32, value: i64): void;
@external("rani_abi_1", "fact_f64") export declare function fact_f64(index: i32, value: f64): void;

// Writes a note with the window's values into the trace.
@external("rani_abi_1", "note") export declare function note(index: i32): void;
