# SPDX-License-Identifier: Apache-2.0
# The chain of the case `virtual`, for ns-2: nodes in a row, 100 constant flows from the first to
# the last. Says "ready", waits for a line, runs, says how often a packet crossed a link, and waits
# for the end of its standard input.
#
#   ns chain.tcl NODES PACKETS-OF-A-FLOW
set nodes [lindex $argv 0]
set packets [lindex $argv 1]
set flows 100
set interval 0.016

# Headers that no one uses would be carried along, and cleared for each packet.
remove-all-packet-headers
add-packet-header IP RTP

set ns [new Simulator]
for {set i 0} {$i < $nodes} {incr i} {
  set n($i) [$ns node]
  if {$i > 0} {
    set before [expr $i - 1]
    $ns duplex-link $n($before) $n($i) 100Mb 1ms DropTail
    $ns queue-limit $n($before) $n($i) 100
  }
}
set last [expr $nodes - 1]
for {set k 0} {$k < $flows} {incr k} {
  set source [new Agent/UDP]
  $source set packetSize_ 1000
  $ns attach-agent $n(0) $source
  set sink($k) [new Agent/LossMonitor]
  $ns attach-agent $n($last) $sink($k)
  $ns connect $source $sink($k)
  set cbr [new Application/Traffic/CBR]
  $cbr set packetSize_ 1000
  $cbr set interval_ $interval
  $cbr set random_ 0
  $cbr set maxpkts_ $packets
  $cbr attach-agent $source
  $ns at [expr $k * $interval / $flows] "$cbr start"
}

proc finish {} {
  global sink flows last
  set arrived 0
  for {set k 0} {$k < $flows} {incr k} {
    incr arrived [$sink($k) set npkts_]
  }
  puts "hops [expr $arrived * $last]"
  flush stdout
  gets stdin
  exit 0
}
$ns at [expr ($packets + 2) * $interval + 0.002 * $nodes] "finish"

puts "ready"
flush stdout
gets stdin
$ns run
