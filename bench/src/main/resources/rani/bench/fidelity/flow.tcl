# SPDX-License-Identifier: Apache-2.0
# One connection over a bottleneck of 2 Mbit/s that never drops, and a last link that drops the
# packets of a list. Prints
#
#   s SECONDS NUMBER    a segment was sent, data from 1 on; 0 is the SYN
#   o TIMEOUTS          how many retransmission timeouts there were
#
#   ns flow.tcl reno|newreno|sack DELAYED-ACK-SECONDS LIMITED-TRANSMIT SEGMENTS SECONDS LOST
#
# LOST are the packets with data that are dropped, counted from 1 as they come: 14,15,28; or none.
source [file join [file dirname [info script]] senders.tcl]
lassign $argv kind delayed limited segments seconds lost

set ns [new Simulator]
foreach name {a r1 r2 b} {
  set n($name) [$ns node]
}
$ns duplex-link $n(a) $n(r1) 10Mb 1ms DropTail
$ns duplex-link $n(r1) $n(r2) 2Mb 40ms DropTail
$ns duplex-link $n(r2) $n(b) 10Mb 1ms DropTail
foreach {from to} {a r1 r1 r2 r2 b b r2 r2 r1 r1 a} {
  $ns queue-limit $n($from) $n($to) 10000
}
lassign [connection $n(a) $n(b) $kind $delayed $limited 1000] tcp sink

# The SYN is the packet number 0 that a list counts.
if {$lost != "none"} {
  set errors [new ErrorModel/List]
  $errors unit pkt
  $errors droplist [split $lost ,]
  $errors drop-target [new Agent/Null]
  $ns link-lossmodel $errors $n(r2) $n(b)
}

# Words of a line of a trace: event, time, from, to, kind, bytes, flags, flow, source, destination,
# number, packet.
proc traced {line} {
  if {[lindex $line 0] == "+" && [lindex $line 4] == "tcp"} {
    puts "s [lindex $line 1] [lindex $line 10]"
  }
}
[$ns link $n(a) $n(r1)] trace-callback $ns traced

proc finish {} {
  global tcp
  puts "o [$tcp set nrexmit_]"
  puts "end"
  exit 0
}
set ftp [new Application/FTP]
$ftp attach-agent $tcp
# Number 0 is the SYN.
$ns at 0 "$ftp produce $segments"
$ns at $seconds "finish"
$ns run
