;; SPDX-License-Identifier: Apache-2.0
;; Blocks that take parameters, and branches that leave some of them behind, which Chicory 1.7.5
;; compiles so that the JVM refuses them.
(module
  (import "rani_abi_1" "fact" (func $fact (param i32 i64)))
  (memory (export "memory") 1)
  (data (i32.const 16)
    "name parameters\0anumber 40009\0areach every-hop\0a"
    "fact br integer\0afact br-if integer\0afact br-table integer\0afact two-results integer\0a"
    "fact then integer\0afact else integer\0afact if integer\0afact no-else integer\0a"
    "fact loop integer\0a\00")
  (func (export "describe") (result i32) i32.const 16)

  ;; Twice the parameter if it is odd, and one more if it is even.
  (func $either (param $x i64) (result i64)
    local.get $x
    local.get $x i64.const 1 i64.and i32.wrap_i64
    if (param i64) (result i64)
      i64.const 2 i64.mul
    else
      i64.const 1 i64.add
    end)

  ;; Ten more if the parameter is odd.
  (func $more_if_odd (param $x i64) (result i64)
    local.get $x
    local.get $x i64.const 1 i64.and i32.wrap_i64
    if (param i64) (result i64)
      i64.const 10 i64.add
    end)

  ;; The sum of the numbers below the parameter.
  (func $sum (param $x i64) (result i64) (local $sum i64)
    local.get $x
    loop (param i64)
      i64.const 1 i64.sub local.tee $x
      local.get $x local.get $sum i64.add local.set $sum
      local.get $x i64.const 0 i64.ne br_if 0
      drop
    end
    local.get $sum)

  (func (export "on_packet") (result i32) (local $kept i64)
    i32.const 0
    i64.const 1000
    i32.const 7 i64.const 5
    block (param i32 i64) (result i64)
      i64.const 30 br 0
    end
    i64.add call $fact ;; 1000 + 30

    i32.const 1
    i64.const 1000
    i32.const 7 f64.const 5
    block (param i32 f64) (result i64)
      i64.const 40 i32.const 1 br_if 0
      local.set $kept drop drop local.get $kept i64.const 1 i64.add
    end
    i64.add call $fact ;; 1000 + 40

    i32.const 2
    i64.const 1000
    f32.const 7
    block (param f32) (result i64)
      block (param f32) (result i64)
        i64.const 50 i32.const 1 br_table 0 1 0
      end
      i64.const 1 i64.add
    end
    i64.add call $fact ;; 1000 + 50, from the inner block out of the outer one

    i32.const 3
    i64.const 4 i64.const 6
    block (param i64 i64) (result i64 i64)
      i64.const 9 i64.const 2 br 0
    end
    i64.sub call $fact ;; 9 - 2

    i32.const 4 i64.const 5 call $either call $fact
    i32.const 5 i64.const 6 call $either call $fact
    i32.const 6 i64.const 5 call $more_if_odd call $fact
    i32.const 7 i64.const 6 call $more_if_odd call $fact
    i32.const 8 i64.const 5 call $sum call $fact
    i32.const 0))
