;; SPDX-License-Identifier: Apache-2.0
;; Counts the packets that it sees, marks their code point, and notes each tenth.
(module
  (import "rani_abi_1" "option_i64" (func $option (param i32) (result i64)))
  (import "rani_abi_1" "fact" (func $fact (param i32 i64)))
  (import "rani_abi_1" "note" (func $note (param i32)))
  (import "rani_abi_1" "mark" (func $mark (param i32)))
  (import "rani_abi_1" "timer" (func $timer (param i32 i64)))
  (memory (export "memory") 1)
  (data (i32.const 16)
    "name counter\nnumber 40001\nversion 1.2.3\nreach every-hop\n"
    "summary Counts packets.\npacket 64\n"
    "option each integer 10 1 1000 How many packets a note is for.\n"
    "fact seen integer\nfact bytes integer\nfact woken integer\n"
    "note tenth seen:integer from:address\n\00")
  (global $seen (mut i64) (i64.const 0))
  (global $bytes (mut i64) (i64.const 0))
  (global $woken (mut i64) (i64.const 0))
  (func (export "describe") (result i32) (i32.const 16))
  (func (export "start")
    (call $timer (i32.const 3) (i64.add (i64.load (i32.const 0x70000000)) (i64.const 1000000))))
  (func (export "on_wake") (param $timer i32)
    (global.set $woken (i64.extend_i32_u (local.get $timer)))
    (call $fact (i32.const 2) (global.get $woken)))
  (func (export "on_packet") (result i32)
    (global.set $seen (i64.add (global.get $seen) (i64.const 1)))
    (global.set $bytes
      (i64.add (global.get $bytes) (i64.load32_u (i32.const 0x70000028))))
    (call $fact (i32.const 0) (global.get $seen))
    (call $fact (i32.const 1) (global.get $bytes))
    (call $mark (i32.const 10))
    (if (i64.eqz (i64.rem_u (global.get $seen) (call $option (i32.const 0))))
      (then
        (i64.store (i32.const 0x700000C0) (global.get $seen))
        ;; the source address: bytes 12-15 of the IPv4 header, in network order
        (i64.store (i32.const 0x700000C8)
          (i64.extend_i32_u
            (i32.or
              (i32.or
                (i32.shl (i32.load8_u (i32.const 0x7000100C)) (i32.const 24))
                (i32.shl (i32.load8_u (i32.const 0x7000100D)) (i32.const 16)))
              (i32.or
                (i32.shl (i32.load8_u (i32.const 0x7000100E)) (i32.const 8))
                (i32.load8_u (i32.const 0x7000100F))))))
        (call $note (i32.const 0))))
    (i32.const 0))
)
