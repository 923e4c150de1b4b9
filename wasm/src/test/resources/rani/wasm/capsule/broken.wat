;; SPDX-License-Identifier: Apache-2.0
;; Code that does not start.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "name broken\nnumber 40101\n\00")
  (func (export "describe") (result i32) (i32.const 16))
  (func (export "start") unreachable)
)
