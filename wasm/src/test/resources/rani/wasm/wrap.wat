;; SPDX-License-Identifier: Apache-2.0
;; Stores at an address that the offset must not wrap around into the memory.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "name wrap\0anumber 40009\0areach every-hop\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    i32.const -128
    i32.const 1
    i32.store8 offset=16222
    i32.const 0))
