# SPDX-License-Identifier: Apache-2.0
# A list of arrivals at a RED queue before a link of 2 Mbit/s. Prints a line for each arrival:
#
#   a AVERAGE WAITING DROPPED
#
# the average after it, how many packets wait after it, and how many have been dropped so far; with
# "total" only "t ARRIVALS DROPPED".
#
#   ns red.tcl ARRIVALS-FILE SEED packets|bytes each|total
#
# A line of the file is an arrival: SECONDS BYTES.
set file [open [lindex $argv 0]]
ns-random [lindex $argv 1]
set bytes [string equal [lindex $argv 2] bytes]
set each [string equal [lindex $argv 3] each]

Queue/RED set bytes_ $bytes
Queue/RED set queue_in_bytes_ $bytes
Queue/RED set gentle_ false
Queue/RED set q_weight_ 0.002
Queue/RED set thresh_ 5
Queue/RED set maxthresh_ 15
Queue/RED set linterm_ 10
Queue/RED set mean_pktsize_ 1000
# As before 2002: beyond the upper threshold every packet is dropped, also the first that meets it.
Queue/RED set use_mark_p_ false

set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 2Mb 10ms RED
$ns queue-limit $a $b 50
set red [[$ns link $a $b] queue]
set monitor [$ns monitor-queue $a $b ""]

# Larger than any packet, since a UDP agent takes a larger message apart.
Agent/UDP set packetSize_ 65000
set udp [new Agent/UDP]
$ns attach-agent $a $udp
set null [new Agent/Null]
$ns attach-agent $b $null
$ns connect $udp $null

proc arrive {bytes} {
  global udp red monitor each
  $udp send $bytes
  if {$each} {
    puts "a [$red set ave_] [$red set curq_] [$monitor set pdrops_]"
  }
}
set last 0
set arrivals 0
while {[gets $file line] >= 0} {
  set last [lindex $line 0]
  incr arrivals
  $ns at $last "arrive [lindex $line 1]"
}
proc finish {} {
  global monitor arrivals each
  if {!$each} {
    puts "t $arrivals [$monitor set pdrops_]"
  }
  puts "end"
  exit 0
}
$ns at [expr $last + 1] "finish"
$ns run
