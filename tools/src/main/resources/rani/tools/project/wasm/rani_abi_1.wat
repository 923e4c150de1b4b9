;; SPDX-License-Identifier: Apache-2.0
;; The interface of a rani node to services in WebAssembly, version 1, for the text format: copy
;; the imports that a service uses. docs/webassembly.md says what each part means.
;;
;; Fates: 0 forward, 1 consume, 2 discard, 3 refuse, 4 hold.
;; Congestion: 0 above-max, 1 below-max, 2 marked, 3 early-drop, 4 overflow, 5 queue-length.
;; Identities of flows: 0 source-node, 1 five-tuple.
;;
;; The window is at 0x70000000: (i64.load offset=0x70000000 (i32.const 0x000)) is the time.
;; 0x000 i64 now
;; 0x008 i64 arrived
;; 0x010 i32 node
;; 0x014 i32 link
;; 0x018 i32 prev_node
;; 0x01C i32 service
;; 0x020 i64 lifetime
;; 0x028 i32 length
;; 0x02C i32 captured
;; 0x030 i32 control
;; 0x034 i32 data_at
;; 0x038 i32 data_length
;; 0x03C i32 message_type
;; 0x040 i32 congestion
;; 0x044 i32 queue_link
;; 0x048 i32 queue_frames
;; 0x04C i32 queue_flows
;; 0x050 f64 queue_average
;; 0x058 i32 queue_limit
;; 0x060 i64 queue_link_delay
;; 0x080 i64 greediest_high
;; 0x088 i64 greediest_low
;; 0x090 i32 greediest_frames
;; 0x094 i32 greediest_destination
;; 0x098 i32 greediest_prev_node
;; 0x0A0 i32 diversion
;; 0x0A4 i32 diversion_full
;; 0x0A8 i64 diversion_next
;; 0x0C0 i64 values, 24 of them
;; 0x1000 bytes packet, in network order

(module
  ;; As Java's StrictMath.
  (import "rani_abi_1" "log" (func $log (param $x f64) (result f64)))
  (import "rani_abi_1" "exp" (func $exp (param $x f64) (result f64)))
  (import "rani_abi_1" "pow" (func $pow (param $x f64) (param $y f64) (result f64)))

  ;; The service's own random stream.
  (import "rani_abi_1" "random_i32" (func $random_i32 (result i32)))
  (import "rani_abi_1" "random_i64" (func $random_i64 (result i64)))
  (import "rani_abi_1" "random_f64" (func $random_f64 (result f64)))

  ;; Unpredictable in a live network, repeatable in virtual time.
  (import "rani_abi_1" "secret_i32" (func $secret_i32 (result i32)))

  ;; The value of an option.
  (import "rani_abi_1" "option_i64" (func $option_i64 (param $index i32) (result i64)))
  (import "rani_abi_1" "option_f64" (func $option_f64 (param $index i32) (result f64)))

  ;; Number of links; one of them, in order.
  (import "rani_abi_1" "links" (func $links (result i32)))
  (import "rani_abi_1" "link_at" (func $link_at (param $index i32) (result i32)))

  ;; Link to a neighbour, or −1; its address, or 0.
  (import "rani_abi_1" "link_to" (func $link_to (param $address i32) (result i32)))
  (import "rani_abi_1" "neighbour" (func $neighbour (param $link i32) (result i32)))

  ;; Outgoing link, or −1.
  (import "rani_abi_1" "route" (func $route (param $destination i32) (result i32)))

  ;; Bytes.
  (import "rani_abi_1" "path_mtu" (func $path_mtu (param $destination i32) (result i32)))

  ;; Shows the queue before a link in the window: frames, limit, average, delay.
  (import "rani_abi_1" "queue" (func $queue (param $link i32)))

  ;; Asks for on_congestion with queue-length; for on_transmission.
  (import "rani_abi_1" "watch_queues" (func $watch_queues (param $frames i32)))
  (import "rani_abi_1" "watch_transmissions" (func $watch_transmissions))

  ;; Key of the packet's flow.
  (import "rani_abi_1" "flow_high" (func $flow_high (param $identity i32) (result i64)))
  (import "rani_abi_1" "flow_low" (func $flow_low (param $identity i32) (result i64)))

  ;; Waiting frames of a flow in the congested queue.
  (import "rani_abi_1" "frames_of" (func $frames_of (param $high i64) (param $low i64) (result i32)))

  ;; 1 and the window's greediest_… of the congested queue; 0 if it is empty.
  (import "rani_abi_1" "greediest" (func $greediest (param $identity i32) (result i32)))

  ;; Sets or cancels one of the timers 0…1,023.
  (import "rani_abi_1" "timer" (func $timer (param $timer i32) (param $deadline i64)))
  (import "rani_abi_1" "cancel" (func $cancel (param $timer i32)))

  ;; A passive packet; tos is code point × 4 + ECN.
  (import "rani_abi_1" "send" (func $send (param $destination i32) (param $protocol i32) (param $tos i32) (param $lifetime i64) (param $at i32) (param $length i32)))

  ;; A UDP datagram of length bytes: head bytes from at, then zeros; ports is source × 65,536 + destination.
  (import "rani_abi_1" "datagram" (func $datagram (param $destination i32) (param $ports i32) (param $dscp i32) (param $lifetime i64) (param $at i32) (param $head i32) (param $length i32)))

  ;; As datagram: an active datagram that asks for this service; from code that came by a capsule, a capsule with the same code.
  (import "rani_abi_1" "active" (func $active (param $destination i32) (param $ports i32) (param $dscp i32) (param $lifetime i64) (param $at i32) (param $head i32) (param $length i32)))

  ;; A service message; service 0 is this one.
  (import "rani_abi_1" "message" (func $message (param $destination i32) (param $service i32) (param $type i32) (param $at i32) (param $length i32)))

  ;; The lent packet's code point.
  (import "rani_abi_1" "mark" (func $mark (param $dscp i32)))

  ;; A datagram's data in place; the IPv4 length.
  (import "rani_abi_1" "rewrite" (func $rewrite (param $offset i32) (param $at i32) (param $length i32)))
  (import "rani_abi_1" "shorten" (func $shorten (param $bytes i32)))

  ;; Ports of this node; 0 if another service has it.
  (import "rani_abi_1" "listen" (func $listen (param $port i32)))
  (import "rani_abi_1" "claim" (func $claim (param $protocol i32) (param $port i32) (result i32)))
  (import "rani_abi_1" "unclaim" (func $unclaim (param $protocol i32) (param $port i32)))

  ;; An ingress filter on a link, or −1 for what originates here; 1 if it stands.
  (import "rani_abi_1" "filter" (func $filter (param $link i32) (param $high i64) (param $low i64) (param $until i64) (result i32)))

  ;; A diversion's number, or −1.
  (import "rani_abi_1" "divert" (func $divert (param $link i32) (param $high i64) (param $low i64) (param $until i64) (result i32)))

  ;; As divert, of all packets that match; ports is source × 65,536 + destination; what is 0 may be anything.
  (import "rani_abi_1" "divert_matching" (func $divert_matching (param $link i32) (param $source i32) (param $destination i32) (param $protocol i32) (param $ports i32) (param $until i64) (result i32)))

  ;; Extends; ends and forwards; ends and discards.
  (import "rani_abi_1" "refresh" (func $refresh (param $diversion i32) (param $until i64) (result i32)))
  (import "rani_abi_1" "flush" (func $flush (param $diversion i32)))
  (import "rani_abi_1" "close" (func $close (param $diversion i32)))

  ;; A held packet, or a copy of it; 0 if there is none.
  (import "rani_abi_1" "release" (func $release (param $diversion i32) (param $number i64) (result i32)))
  (import "rani_abi_1" "release_copy" (func $release_copy (param $diversion i32) (param $number i64) (result i32)))

  ;; 1 if the node forwarded such packets there; needs evidence.
  (import "rani_abi_1" "forwarded" (func $forwarded (param $link i32) (param $source i32) (param $destination i32) (result i32)))

  ;; How many of the reported packets are credible.
  (import "rani_abi_1" "tell_forwarded" (func $tell_forwarded (param $link i32) (param $source i32) (param $destination i32) (param $packets i32) (result i32)))

  ;; Sets a fact; a truth by 0 or 1, a real by fact_f64.
  (import "rani_abi_1" "fact" (func $fact (param $index i32) (param $value i64)))
  (import "rani_abi_1" "fact_f64" (func $fact_f64 (param $index i32) (param $value f64)))

  ;; Writes a note with the window's values into the trace.
  (import "rani_abi_1" "note" (func $note (param $index i32)))

  (memory (export "memory") 1)
  (data (i32.const 16) "name my-service\nnumber 40001\n\00")
  (func (export "describe") (result i32) (i32.const 16)))
