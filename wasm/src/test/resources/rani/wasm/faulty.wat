;; SPDX-License-Identifier: Apache-2.0
;; Does what the first byte of a datagram's data says, most of it wrong.
(module
  (import "rani_abi_1" "send" (func $send (param i32 i32 i32 i64 i32 i32)))
  (import "rani_abi_1" "note" (func $note (param i32)))
  (import "rani_abi_1" "fact" (func $fact (param i32 i64)))
  (type $none (func))
  (memory (export "memory") 1)
  (table 4 funcref)
  (elem (i32.const 0) $nothing $two)
  (data (i32.const 16)
    "name faulty\nnumber 40004\nreach every-hop\n"
    "fact value integer\nnote seen value:integer\n\00")
  (global $kept (mut i64) (i64.const 0))
  (func $nothing)
  (func $two (result i32) (i32.const 2))
  (func $deep (param $n i32) (result i32)
    (if (result i32) (i32.eqz (local.get $n))
      (then (i32.const 0))
      (else (i32.add (i32.const 1) (call $deep (i32.sub (local.get $n) (i32.const 1)))))))
  (func (export "describe") (result i32) (i32.const 16))
  (func (export "on_packet") (result i32)
    (local $what i32) (local $i i32)
    (local.set $what
      (i32.load8_u (i32.add (i32.const 0x70001000) (i32.load (i32.const 0x70000034)))))
    (block $default
      (block $nan (block $grow (block $fate (block $bad_send (block $notes (block $storm
      (block $bounds (block $huge (block $div (block $convert (block $table (block $type
      (block $give_up (block $recursion (block $loop
        (br_table $default $loop $recursion $give_up $type $table $convert $div $huge $bounds
          $storm $notes $bad_send $fate $grow $nan $default (local.get $what)))
      ;; 1 loop
      (loop $again (br $again)))
      ;; 2 recursion
      (drop (call $deep (i32.const 1000000))) (br $default))
      ;; 3 gives up
      (unreachable))
      ;; 4 a function of another type
      (call_indirect (type $none) (i32.const 1)) (br $default))
      ;; 5 no function
      (call_indirect (type $none) (i32.const 3)) (br $default))
      ;; 6 a number that does not fit
      (drop (i32.trunc_f64_s (f64.const 1e300))) (br $default))
      ;; 7 division by zero
      (drop (i32.div_s (i32.const 7) (i32.sub (local.get $what) (i32.const 7)))) (br $default))
      ;; 8 an address beyond everything
      (drop (i32.load offset=4 (i32.const 0x7FFFFFFF))) (br $default))
      ;; 9 one byte too far
      (i32.store (i32.const 65533) (i32.const 1)) (br $default))
      ;; 10 a storm of packets
      (loop $again
        (call $send (i32.const 0x0A000003) (i32.const 253) (i32.const 0) (i64.const 1000000)
          (i32.const 0) (i32.const 32))
        (br $again)))
      ;; 11 a storm of notes
      (loop $again (call $note (i32.const 0)) (br $again)))
      ;; 12 a packet with a length that cannot be
      (call $send (i32.const 0x0A000003) (i32.const 253) (i32.const 0) (i64.const 1000000)
        (i32.const 0) (i32.const -1)) (br $default))
      ;; 13 a fate that is none
      (return (i32.const 77)))
      ;; 14 all the memory there is, which is refused in the end
      (loop $again
        (br_if $again (i32.ge_s (memory.grow (i32.const 1)) (i32.const 0))))
      (call $fact (i32.const 0) (i64.extend_i32_u (memory.size))) (br $default))
      ;; 15 the bits of a NaN
      (call $fact (i32.const 0)
        (i64.reinterpret_f64 (f64.div (f64.const -0.0) (f64.sub (f64.const 1) (f64.const 1)))))
    )
    (global.set $kept (i64.add (global.get $kept) (i64.const 1)))
    (i32.const 0))
)
