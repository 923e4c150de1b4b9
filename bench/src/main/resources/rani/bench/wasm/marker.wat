;; SPDX-License-Identifier: Apache-2.0
;; Marks what exceeds a token bucket of 100 MB/s and 64 kB AF12, the rest AF11. See Peers.Marker.
(module
  (import "rani_abi_1" "mark" (func $mark (param i32)))
  (memory (export "memory") 1)
  (global $tokens (mut i64) (i64.const 640000000000))
  (global $filled (mut i64) (i64.const 0))
  (data (i32.const 16) "name marker\0anumber 60003\0areach every-hop\0apacket 0\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    (local $now i64) (local $have i64) (local $cost i64)
    (local.set $now (i64.load (i32.const 0x70000000)))
    ;; tokens are bytes x 10^7, of which a nanosecond brings 10^6
    (local.set $have
      (i64.add (global.get $tokens)
        (i64.mul
          (i64.sub (local.get $now) (global.get $filled))
          (i64.const 1000000))))
    (if (i64.gt_s (local.get $have) (i64.const 640000000000))
      (then (local.set $have (i64.const 640000000000))))
    (global.set $filled (local.get $now))
    (local.set $cost
      (i64.mul (i64.load32_u offset=0x28 (i32.const 0x70000000)) (i64.const 10000000)))
    (if (i64.ge_s (local.get $have) (local.get $cost))
      (then
        (local.set $have (i64.sub (local.get $have) (local.get $cost)))
        (call $mark (i32.const 10)))
      (else (call $mark (i32.const 12))))
    (global.set $tokens (local.get $have))
    (i32.const 0)))
