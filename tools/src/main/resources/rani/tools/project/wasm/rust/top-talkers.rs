// SPDX-License-Identifier: Apache-2.0
//! top-talkers: counts the packets whose transmission this node begins, by flow. It acts on none.
#![no_std]

mod rani_abi_1;

use core::cell::Cell;
use rani_abi_1 as rani;

const DESCRIPTION: &str = "\
name top-talkers
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
\0";

// Options, facts and notes have numbers in the order of the description.
const OPTION_FLOW: i32 = 0;
const OPTION_REPORT: i32 = 1;
const FACT_PACKETS: i32 = 0;
const FACT_FLOWS: i32 = 1;
const FACT_BEYOND: i32 = 2;
const FACT_BUSIEST: i32 = 3;
const NOTE_TALKER: i32 = 0;

/// What comes from the network has a limit: packets of further flows are only counted as such.
const FLOWS_MAX: usize = 64;

#[derive(Clone, Copy)]
struct Flow {
    high: i64,
    low: i64,
    packets: i64,
}

#[derive(Clone, Copy)]
struct TopTalkers {
    identity: i32,
    report: i64,
    flows: [Flow; FLOWS_MAX],
    known: usize,
    packets: i64,
    beyond: i64,
    busiest: i64,
}

impl TopTalkers {
    fn see(&mut self, high: i64, low: i64) {
        self.packets += 1;
        rani::fact(FACT_PACKETS, self.packets);
        let found = self.flows[..self.known]
            .iter()
            .position(|flow| flow.high == high && flow.low == low);
        let at = found.unwrap_or(self.known);
        if at == FLOWS_MAX {
            self.beyond += 1;
            rani::fact(FACT_BEYOND, self.beyond);
            return;
        }
        if at == self.known {
            self.flows[at] = Flow { high, low, packets: 0 };
            self.known += 1;
            rani::fact(FACT_FLOWS, self.known as i64);
        }
        self.flows[at].packets += 1;
        let count = self.flows[at].packets;
        if count > self.busiest {
            self.busiest = count;
            rani::fact(FACT_BUSIEST, count);
        }
        if count % self.report == 0 {
            rani::value(0, high);
            rani::value(1, low);
            rani::value(2, count);
            rani::note(NOTE_TALKER);
        }
    }
}

/// The state of the service: a module has one thread, and its calls never overlap.
struct State(Cell<TopTalkers>);

unsafe impl Sync for State {}

static STATE: State = State(Cell::new(TopTalkers {
    identity: 0,
    report: 1,
    flows: [Flow { high: 0, low: 0, packets: 0 }; FLOWS_MAX],
    known: 0,
    packets: 0,
    beyond: 0,
    busiest: 0,
}));

impl State {
    fn with(&self, change: impl FnOnce(&mut TopTalkers)) {
        change(unsafe { &mut *self.0.as_ptr() })
    }
}

#[no_mangle]
pub extern "C" fn describe() -> i32 {
    rani::address(DESCRIPTION.as_bytes())
}

#[no_mangle]
pub extern "C" fn start() {
    STATE.with(|state| {
        state.identity = rani::option_i64(OPTION_FLOW) as i32;
        state.report = rani::option_i64(OPTION_REPORT);
    });
    rani::watch_transmissions();
}

#[no_mangle]
pub extern "C" fn on_transmission() {
    STATE.with(|state| {
        let identity = state.identity;
        state.see(rani::flow_high(identity), rani::flow_low(identity))
    });
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
