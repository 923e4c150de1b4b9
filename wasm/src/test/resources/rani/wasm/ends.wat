;; SPDX-License-Identifier: Apache-2.0
;; A branch to the end of the function from a block that ends just before: Chicory 1.7.5 compiles
;; it so that the fate is 1, consume, and not 0, forward.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "name ends\0anumber 40009\0areach every-hop\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    i32.const 1
    loop
      i32.const 0
      br 1
    end))
