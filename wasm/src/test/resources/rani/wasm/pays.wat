;; SPDX-License-Identifier: Apache-2.0
;; Rewrites 1,000 bytes of the packet, and sends 800. `wat2wasm pays.wat` makes pays.wasm of it.
(module
  (import "rani_abi_1" "rewrite" (func $rewrite (param i32 i32 i32)))
  (import "rani_abi_1" "datagram"
    (func $datagram (param i32 i32 i32 i64 i32 i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 1024) "name pays\nnumber 40009\nreach every-hop\n\00")
  (func (export "describe") (result i32) (i32.const 1024))
  (func (export "on_packet") (result i32)
    (call $rewrite (i32.const 0) (i32.const 0) (i32.const 1000))
    (call $datagram (i32.const 0x0A000003) (i32.const 0x10001) (i32.const 0) (i64.const 1000000)
      (i32.const 0) (i32.const 0) (i32.const 800))
    (i32.const 0)))
