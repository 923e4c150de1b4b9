#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints load.wat: a service of about 50 kB, of 560 functions with a loop, of which each packet
calls one. wasm-tools parse makes load.wasm of it."""

FUNCTIONS = 560
MASK = (1 << 31) - 1

print(";; SPDX-License-Identifier: Apache-2.0\n(module")
print('  (memory (export "memory") 2)')
print('  (data (i32.const 16) "name load\\0anumber 60004\\0areach every-hop\\0a\\00")')
print('  (func (export "describe") (result i32) i32.const 16)')
print(f"  (type $t (func (param i32) (result i32)))\n  (table {FUNCTIONS} funcref)")
names = " ".join(f"$f{k}" for k in range(FUNCTIONS))
print(f"  (elem (i32.const 0) {names})\n  (global $next (mut i32) (i32.const 0))")
for k in range(FUNCTIONS):
    a, b, c = (k * 2654435761 & MASK), (k * 40503 + 77 & MASK), 8 * k + 2048
    print(f"""  (func $f{k} (type $t) (local i32 i64)
    i32.const {3 + k % 5} local.set 1
    loop
      local.get 0 i32.const {a} i32.xor i32.const {1 + k % 30} i32.rotl
      i32.const {b} i32.add local.tee 0
      i64.extend_i32_u i64.const {a | 1} i64.mul local.get 2 i64.add local.set 2
      i32.const {c} local.get 2 i64.store
      local.get 0 i32.const {c} i32.load offset=4 i32.add local.set 0
      local.get 1 i32.const 1 i32.sub local.tee 1 br_if 0
    end
    local.get 0 local.get 2 i32.wrap_i64 i32.xor)""")
print(f"""  (func (export "on_packet") (result i32)
    global.get $next i32.const 1 i32.add i32.const {FUNCTIONS} i32.rem_u global.set $next
    i32.const 0x70000028 i32.load
    global.get $next call_indirect (type $t)
    drop
    i32.const 0))""")
