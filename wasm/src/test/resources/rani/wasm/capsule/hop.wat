;; SPDX-License-Identifier: Apache-2.0
;; Code of capsules: counts them, shows their arguments, and answers those that begin with 1 where
;; they were sent to, by a capsule whose argument is 2.
(module
  (import "rani_abi_1" "fact" (func $fact (param i32 i64)))
  (import "rani_abi_1" "active" (func $active (param i32 i32 i32 i64 i32 i32 i32)))
  (import "rani_abi_1" "rewrite" (func $rewrite (param i32 i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 16)
    "name hop\nnumber 40100\nversion 1.0.0\nsummary Counts capsules.\npacket 128\n"
    "fact seen integer\nfact argument-bytes integer\nfact first integer\n\00")
  (data (i32.const 1024) "\02\00")
  (data (i32.const 1032) "\09\09")
  (global $seen (mut i64) (i64.const 0))
  (func (export "describe") (result i32) (i32.const 16))
  ;; an address in the IPv4 header, in network order
  (func $address (param $at i32) (result i32)
    (i32.or
      (i32.or
        (i32.shl (i32.load8_u (local.get $at)) (i32.const 24))
        (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 16)))
      (i32.or
        (i32.shl (i32.load8_u offset=2 (local.get $at)) (i32.const 8))
        (i32.load8_u offset=3 (local.get $at)))))
  (func (export "on_packet") (result i32)
    (local $length i32)
    (local $first i32)
    (global.set $seen (i64.add (global.get $seen) (i64.const 1)))
    (call $fact (i32.const 0) (global.get $seen))
    (local.set $length (i32.load (i32.const 0x70000038)))
    (call $fact (i32.const 1) (i64.extend_i32_u (local.get $length)))
    (if (local.get $length)
      (then
        (local.set $first
          (i32.load8_u
            (i32.add (i32.const 0x70001000) (i32.load (i32.const 0x70000034)))))))
    (call $fact (i32.const 2) (i64.extend_i32_u (local.get $first)))
    ;; where it goes to, one that begins with 1 is answered
    (if (i32.and
          (i32.eq (local.get $first) (i32.const 1))
          (i32.eq (call $address (i32.const 0x70001010)) (i32.load (i32.const 0x70000010))))
      (then
        (call $active
          (call $address (i32.const 0x7000100C)) (i32.const 0x03290329) (i32.const 0)
          (i64.const 5000000) (i32.const 1024) (i32.const 1) (i32.const 1))
        (return (i32.const 1))))
    ;; on the way, one that begins with 3 gets other arguments
    (if (i32.eq (local.get $first) (i32.const 3))
      (then (call $rewrite (i32.const 0) (i32.const 1032) (i32.const 2))))
    (i32.const 0))
)
