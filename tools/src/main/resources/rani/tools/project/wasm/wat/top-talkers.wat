;; SPDX-License-Identifier: Apache-2.0
;; top-talkers: counts the packets whose transmission this node begins, by flow. It acts on none.
(module
  (import "rani_abi_1" "option_i64" (func $option_i64 (param $index i32) (result i64)))
  (import "rani_abi_1" "watch_transmissions" (func $watch_transmissions))
  (import "rani_abi_1" "flow_high" (func $flow_high (param $identity i32) (result i64)))
  (import "rani_abi_1" "flow_low" (func $flow_low (param $identity i32) (result i64)))
  (import "rani_abi_1" "fact" (func $fact (param $index i32) (param $value i64)))
  (import "rani_abi_1" "note" (func $note (param $index i32)))

  (memory (export "memory") 1)
  (data (i32.const 16)
    "name top-talkers\n"
    "number 40001\n"
    "version 1.0.0\n"
    "summary Counts the packets that leave a node, by flow.\n"
    "packet 0\n"
    ;; options 0 and 1
    "option flow choice source-node source-node,five-tuple What makes a flow.\n"
    "option report integer 100 1 1000000 Packets of a flow from note to note.\n"
    ;; facts 0 to 3
    "fact packets integer\n"
    "fact flows integer\n"
    "fact beyond integer\n"
    "fact busiest integer\n"
    ;; note 0
    "note talker flow:flow packets:integer\n\00")

  ;; From $flows on there are 24 bytes for each flow: high, low and packets. What comes from the
  ;; network has a limit: packets of further flows are only counted as such.
  (global $flows i32 (i32.const 4096))
  (global $flows_max i32 (i32.const 64))

  (global $identity (mut i32) (i32.const 0))
  (global $report (mut i64) (i64.const 1))
  (global $packets (mut i64) (i64.const 0))
  (global $known (mut i32) (i32.const 0))
  (global $beyond (mut i64) (i64.const 0))
  (global $busiest (mut i64) (i64.const 0))

  (func (export "describe") (result i32) (i32.const 16))

  (func (export "start")
    (global.set $identity (i32.wrap_i64 (call $option_i64 (i32.const 0))))
    (global.set $report (call $option_i64 (i32.const 1)))
    (call $watch_transmissions))

  (func (export "on_transmission")
    (local $high i64) (local $low i64) (local $at i32) (local $flow i32) (local $count i64)
    (global.set $packets (i64.add (global.get $packets) (i64.const 1)))
    (call $fact (i32.const 0) (global.get $packets))
    (local.set $high (call $flow_high (global.get $identity)))
    (local.set $low (call $flow_low (global.get $identity)))
    (local.set $flow (global.get $flows))
    (block $found
      (loop $next
        (br_if $found (i32.eq (local.get $at) (global.get $known)))
        (br_if $found
          (i32.and
            (i64.eq (i64.load offset=0 (local.get $flow)) (local.get $high))
            (i64.eq (i64.load offset=8 (local.get $flow)) (local.get $low))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $flow (i32.add (local.get $flow) (i32.const 24)))
        (br $next)))
    (if (i32.eq (local.get $at) (global.get $flows_max))
      (then
        (global.set $beyond (i64.add (global.get $beyond) (i64.const 1)))
        (call $fact (i32.const 2) (global.get $beyond))
        (return)))
    (if (i32.eq (local.get $at) (global.get $known))
      (then
        (i64.store offset=0 (local.get $flow) (local.get $high))
        (i64.store offset=8 (local.get $flow) (local.get $low))
        (global.set $known (i32.add (global.get $known) (i32.const 1)))
        (call $fact (i32.const 1) (i64.extend_i32_u (global.get $known)))))
    (local.set $count (i64.add (i64.load offset=16 (local.get $flow)) (i64.const 1)))
    (i64.store offset=16 (local.get $flow) (local.get $count))
    (if (i64.gt_s (local.get $count) (global.get $busiest))
      (then
        (global.set $busiest (local.get $count))
        (call $fact (i32.const 3) (local.get $count))))
    (if (i64.eqz (i64.rem_s (local.get $count) (global.get $report)))
      (then
        ;; values of the note, in the window at 0x70000000
        (i64.store offset=0x700000C0 (i32.const 0) (local.get $high))
        (i64.store offset=0x700000C8 (i32.const 0) (local.get $low))
        (i64.store offset=0x700000D0 (i32.const 0) (local.get $count))
        (call $note (i32.const 0))))))
