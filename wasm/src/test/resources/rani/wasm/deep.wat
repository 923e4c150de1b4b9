;; SPDX-License-Identifier: Apache-2.0
;; A function that calls itself by the table, with as large a frame as one unit of depth allows.
;; `wat2wasm deep.wat` makes deep.wasm of it.
(module
  (type $wide (func (param i64 i64 i64 i64 i64 i64)))
  (import "rani_abi_1" "fact" (func $fact (param i32 i64)))
  (memory (export "memory") 1)
  (table 1 funcref)
  (elem (i32.const 0) $deeper)
  (data (i32.const 1024) "name deep\nnumber 40009\nreach every-hop\nfact levels integer\n\00")
  (global $levels (mut i64) (i64.const 0))
  (func (export "describe") (result i32) (i32.const 1024))
  (func $deeper (type $wide)
    (global.set $levels (i64.add (global.get $levels) (i64.const 1)))
    (call $fact (i32.const 0) (global.get $levels))
    (call_indirect (type $wide)
      (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4) (local.get 5)
      (i32.const 0)))
  (func (export "on_packet") (result i32)
    (call $deeper
      (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0))
    (i32.const 0)))
