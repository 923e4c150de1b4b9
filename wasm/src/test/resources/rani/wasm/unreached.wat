;; SPDX-License-Identifier: Apache-2.0
;; What follows a jump is never reached; Chicory 1.7.5 cannot compile it.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "name unreached\0anumber 40009\0areach every-hop\0a\00")
  (func (export "describe") (result i32) i32.const 16)
  (func (export "on_packet") (result i32)
    i32.const 0
    return
    if
      loop
        i64.const 7
        drop
        loop
          block (result i32)
            br 3
            f32.load offset=55339 align=1
            i64.trunc_sat_f32_u
            drop
            unreachable
          end
          unreachable
        end
        unreachable
      end
    end
    unreachable))
