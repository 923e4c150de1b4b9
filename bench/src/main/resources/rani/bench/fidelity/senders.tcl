# SPDX-License-Identifier: Apache-2.0
# Senders and sinks of TCP as rani's scripts for ns-2 have them; other scripts read this.
#
# What is set here is what the experiments of rani say too. All else is as ns-2.35 has it, the clock
# of 10 ms among it.
Agent/TCP set window_ 4000
Agent/TCP set windowInit_ 2
Agent/TCP set minrto_ 1.0
# rani's acknowledgement has 38 bytes, its SYN 44: IPv4 and RDP headers. ns-2's SYN is a header.
Agent/TCPSink set packetSize_ 38
Agent/TCP set tcpip_base_hdr_size_ 40

# A sender and its sink, joined.
#
#   kind     reno, newreno or sack
#   delayed  seconds an acknowledgement waits for a second segment; 0 for none
#   limited  1 with limited transmit (RFC 3042), 0 without
#   bytes    length of a packet with its headers
proc connection {from to kind delayed limited bytes} {
  global ns
  array set agents {reno Reno newreno Newreno sack Sack1}
  set tcp [new Agent/TCP/$agents($kind)]
  $tcp set packetSize_ [expr $bytes - 40]
  $tcp set singledup_ $limited
  set sink Agent/TCPSink
  if {$kind == "sack"} {
    append sink /Sack1
  }
  if {$delayed > 0} {
    append sink /DelAck
  }
  set sink [new $sink]
  if {$delayed > 0} {
    $sink set interval_ $delayed
  }
  $ns attach-agent $from $tcp
  $ns attach-agent $to $sink
  $ns connect $tcp $sink
  return [list $tcp $sink]
}
