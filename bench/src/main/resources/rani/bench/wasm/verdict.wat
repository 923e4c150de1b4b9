;; SPDX-License-Identifier: Apache-2.0
;; Parses a UDP datagram, combines eight words of its data, and decides. See Peers.Verdict.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "name verdict\0anumber 60001\0areach every-hop\0apacket 256\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    (local $at i32) (local $end i32) (local $mix i32)
    (if (i32.ne (i32.load8_u offset=0x1000 (i32.const 0x70000000)) (i32.const 0x45))
      (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=0x1009 (i32.const 0x70000000)) (i32.const 17))
      (then (return (i32.const 0))))
    (if (i32.lt_u (i32.load8_u offset=0x1008 (i32.const 0x70000000)) (i32.const 2))
      (then (return (i32.const 2))))
    (if (i32.eq (i32.load16_u offset=0x1016 (i32.const 0x70000000)) (i32.const 0x0900))
      (then (return (i32.const 2))))
    (local.set $at (i32.const 0x7000101C))
    (local.set $end (i32.const 0x7000103C))
    (loop $words
      (local.set $mix
        (i32.add (i32.mul (local.get $mix) (i32.const 31)) (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $words (i32.lt_u (local.get $at) (local.get $end))))
    (select (i32.const 2) (i32.const 0) (i32.eq (local.get $mix) (i32.const 0x5EED)))))
