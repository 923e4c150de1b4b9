;; SPDX-License-Identifier: Apache-2.0
;; Counts packets and bytes per flow in a hash table of 1,024 places, by linear probing over at
;; most eight. A place is 32 bytes: addresses, ports, packets, bytes. See Peers.Monitor.
(module
  (memory (export "memory") 1)
  (data (i32.const 16)
    "name monitor\0anumber 60002\0areach every-hop\0apacket 28\0afact flows integer\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    (local $ends i64) (local $ports i64) (local $place i32) (local $left i32) (local $slot i32)
    (local.set $ends (i64.load offset=0x100C (i32.const 0x70000000)))
    (local.set $ports (i64.load32_u offset=0x1014 (i32.const 0x70000000)))
    (local.set $place
      (i32.wrap_i64
        (i64.shr_u
          (i64.mul
            (i64.xor (local.get $ends) (i64.rotl (local.get $ports) (i64.const 29)))
            (i64.const 0x9E3779B97F4A7C15))
          (i64.const 54))))
    (local.set $left (i32.const 8))
    (loop $probe
      (local.set $slot
        (i32.add (i32.const 1024) (i32.shl (local.get $place) (i32.const 5))))
      (if (i64.eqz (i64.load offset=16 (local.get $slot)))
        (then
          (i64.store (local.get $slot) (local.get $ends))
          (i64.store offset=8 (local.get $slot) (local.get $ports))))
      (if (i32.and
            (i64.eq (i64.load (local.get $slot)) (local.get $ends))
            (i64.eq (i64.load offset=8 (local.get $slot)) (local.get $ports)))
        (then
          (i64.store offset=16 (local.get $slot)
            (i64.add (i64.load offset=16 (local.get $slot)) (i64.const 1)))
          (i64.store offset=24 (local.get $slot)
            (i64.add (i64.load offset=24 (local.get $slot))
              (i64.load32_u offset=0x28 (i32.const 0x70000000))))
          (return (i32.const 0))))
      (local.set $place
        (i32.and (i32.add (local.get $place) (i32.const 1)) (i32.const 1023)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $probe (local.get $left)))
    (i32.const 0)))
