// SPDX-License-Identifier: Apache-2.0
//! The interface of a rani node to services in WebAssembly, version 1, for Rust, with `std` or
//! without it. docs/webassembly.md says what each part means.
#![allow(dead_code)]

/// Fate of a packet.
pub const FORWARD: i32 = 0;
pub const CONSUME: i32 = 1;
pub const DISCARD: i32 = 2;
pub const REFUSE: i32 = 3;
pub const HOLD: i32 = 4;

/// Kind of congestion.
pub const ABOVE_MAX: i32 = 0;
pub const BELOW_MAX: i32 = 1;
pub const MARKED: i32 = 2;
pub const EARLY_DROP: i32 = 3;
pub const OVERFLOW: i32 = 4;
pub const QUEUE_LENGTH: i32 = 5;

/// What makes a flow.
pub const SOURCE_NODE: i32 = 0;
pub const FIVE_TUPLE: i32 = 1;

/// Where the node writes what a call is about.
const WINDOW: usize = 0x7000_0000;

/// Declares functions of the node. None can break the module's memory: the node only reads it, and
/// checks every address.
macro_rules! imports {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        mod raw {
            #[link(wasm_import_module = "rani_abi_1")]
            extern "C" {
                $(pub fn $name($($arg: $type),*) $(-> $result)?;)*
            }
        }
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name($($arg: $type),*) $(-> $result)? {
                unsafe { raw::$name($($arg),*) }
            }
        )*
    };
}

/// Declares fields of the window, which the node may change in each call.
macro_rules! window {
    ($($offset:literal $type:ident $name:ident;)*) => {
        $(
            #[inline]
            pub fn $name() -> $type {
                unsafe { ((WINDOW + $offset) as *const $type).read_volatile() }
            }
        )*
    };
}

window! {
    0x000 i64 now;
    0x008 i64 arrived;
    0x010 i32 node;
    0x014 i32 link;
    0x018 i32 prev_node;
    0x01C i32 service;
    0x020 i64 lifetime;
    0x028 i32 length;
    0x02C i32 captured;
    0x030 i32 control;
    0x034 i32 data_at;
    0x038 i32 data_length;
    0x03C i32 message_type;
    0x040 i32 congestion;
    0x044 i32 queue_link;
    0x048 i32 queue_frames;
    0x04C i32 queue_flows;
    0x050 f64 queue_average;
    0x058 i32 queue_limit;
    0x060 i64 queue_link_delay;
    0x080 i64 greediest_high;
    0x088 i64 greediest_low;
    0x090 i32 greediest_frames;
    0x094 i32 greediest_destination;
    0x098 i32 greediest_prev_node;
    0x0A0 i32 diversion;
    0x0A4 i32 diversion_full;
    0x0A8 i64 diversion_next;
}

/// Where the first captured bytes of the packet are, in network order.
pub const PACKET: usize = WINDOW + 0x1000;

/// Reads a number of the packet; 0 beyond what is captured.
#[inline]
pub fn u8_at(offset: usize) -> u32 {
    if offset >= captured() as usize {
        return 0;
    }
    unsafe { ((PACKET + offset) as *const u8).read_volatile() as u32 }
}

#[inline]
pub fn u16_at(offset: usize) -> u32 {
    u8_at(offset) << 8 | u8_at(offset + 1)
}

#[inline]
pub fn u32_at(offset: usize) -> u32 {
    u16_at(offset) << 16 | u16_at(offset + 2)
}

/// Sets the value of a note, 0…23, for [`note`].
#[inline]
pub fn value(index: usize, value: i64) {
    assert!(index < 24);
    unsafe { ((WINDOW + 0x0C0) as *mut i64).add(index).write_volatile(value) }
}

#[inline]
pub fn value_f64(index: usize, value: f64) {
    self::value(index, value.to_bits() as i64)
}

/// The address of bytes, which functions of the node ask for beside the length.
#[inline]
pub fn address(bytes: &[u8]) -> i32 {
    bytes.as_ptr() as i32
}

imports! {
    /// As Java's StrictMath.
    fn log(x: f64) -> f64;
    fn exp(x: f64) -> f64;
    fn pow(x: f64, y: f64) -> f64;

    /// The service's own random stream.
    fn random_i32() -> i32;
    fn random_i64() -> i64;
    fn random_f64() -> f64;

    /// Unpredictable in a live network, repeatable in virtual time.
    fn secret_i32() -> i32;

    /// The value of an option.
    fn option_i64(index: i32) -> i64;
    fn option_f64(index: i32) -> f64;

    /// Number of links; one of them, in order.
    fn links() -> i32;
    fn link_at(index: i32) -> i32;

    /// Link to a neighbour, or −1; its address, or 0.
    fn link_to(address: i32) -> i32;
    fn neighbour(link: i32) -> i32;

    /// Outgoing link, or −1.
    fn route(destination: i32) -> i32;

    /// Bytes.
    fn path_mtu(destination: i32) -> i32;

    /// Shows the queue before a link in the window: frames, limit, average, delay.
    fn queue(link: i32);

    /// Asks for on_congestion with queue-length; for on_transmission.
    fn watch_queues(frames: i32);
    fn watch_transmissions();

    /// Key of the packet's flow.
    fn flow_high(identity: i32) -> i64;
    fn flow_low(identity: i32) -> i64;

    /// Waiting frames of a flow in the congested queue.
    fn frames_of(high: i64, low: i64) -> i32;

    /// 1 and the window's greediest_… of the congested queue; 0 if it is empty.
    fn greediest(identity: i32) -> i32;

    /// Sets or cancels one of the timers 0…1,023.
    fn timer(timer: i32, deadline: i64);
    fn cancel(timer: i32);

    /// A passive packet; tos is code point × 4 + ECN.
    fn send(destination: i32, protocol: i32, tos: i32, lifetime: i64, at: i32, length: i32);

    /// A UDP datagram of length bytes: head bytes from at, then zeros; ports is source × 65,536 + destination.
    fn datagram(destination: i32, ports: i32, dscp: i32, lifetime: i64, at: i32, head: i32, length: i32);

    /// As datagram: an active datagram that asks for this service; from code that came by a capsule, a capsule with the same code.
    fn active(destination: i32, ports: i32, dscp: i32, lifetime: i64, at: i32, head: i32, length: i32);

    /// A service message; service 0 is this one.
    fn message(destination: i32, service: i32, r#type: i32, at: i32, length: i32);

    /// The lent packet's code point.
    fn mark(dscp: i32);

    /// A datagram's data in place; the IPv4 length.
    fn rewrite(offset: i32, at: i32, length: i32);
    fn shorten(bytes: i32);

    /// Ports of this node; 0 if another service has it.
    fn listen(port: i32);
    fn claim(protocol: i32, port: i32) -> i32;
    fn unclaim(protocol: i32, port: i32);

    /// An ingress filter on a link, or −1 for what originates here; 1 if it stands.
    fn filter(link: i32, high: i64, low: i64, until: i64) -> i32;

    /// A diversion's number, or −1.
    fn divert(link: i32, high: i64, low: i64, until: i64) -> i32;

    /// As divert, of all packets that match; ports is source × 65,536 + destination; what is 0 may be anything.
    fn divert_matching(link: i32, source: i32, destination: i32, protocol: i32, ports: i32, until: i64) -> i32;

    /// Extends; ends and forwards; ends and discards.
    fn refresh(diversion: i32, until: i64) -> i32;
    fn flush(diversion: i32);
    fn close(diversion: i32);

    /// A held packet, or a copy of it; 0 if there is none.
    fn release(diversion: i32, number: i64) -> i32;
    fn release_copy(diversion: i32, number: i64) -> i32;

    /// 1 if the node forwarded such packets there; needs evidence.
    fn forwarded(link: i32, source: i32, destination: i32) -> i32;

    /// How many of the reported packets are credible.
    fn tell_forwarded(link: i32, source: i32, destination: i32, packets: i32) -> i32;

    /// Sets a fact; a truth by 0 or 1, a real by fact_f64.
    fn fact(index: i32, value: i64);
    fn fact_f64(index: i32, value: f64);

    /// Writes a note with the window's values into the trace.
    fn note(index: i32);
}
