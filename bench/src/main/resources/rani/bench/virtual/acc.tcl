# SPDX-License-Identifier: Apache-2.0
# The topology of Active Congestion Control for ns-2, with RED and without ACC: ten bulk flows of
# Reno behind a long link, ten sources that turn on and off, one bottleneck. Says "ready", waits
# for a line, runs, says how often a packet crossed a link (0 unless asked to count, which takes
# time of its own), and waits for the end of its standard input.
#
#   ns acc.tcl SECONDS count|plain
set seconds [lindex $argv 0]
set counts [string equal [lindex $argv 1] count]

remove-all-packet-headers
add-packet-header IP TCP RTP Flags

set ns [new Simulator]
foreach name {r1 r2 r3 s} {
  set n($name) [$ns node]
}
proc link {a b rate delay discipline limit} {
  global ns n
  $ns simplex-link $n($a) $n($b) $rate $delay $discipline
  $ns queue-limit $n($a) $n($b) $limit
}
proc both {a b rate delay} {
  link $a $b $rate $delay DropTail 1000
  link $b $a $rate $delay DropTail 1000
}
for {set k 1} {$k <= 10} {incr k} {
  set n(b$k) [$ns node]
  both b$k r1 10Mb 10ms
  set n(c$k) [$ns node]
  both c$k r2 10Mb 10ms
}
both r1 r2 10Mb 100ms
both r3 s 10Mb 10ms
Queue/RED set bytes_ false
Queue/RED set queue_in_bytes_ false
Queue/RED set gentle_ false
Queue/RED set q_weight_ 0.002
Queue/RED set thresh_ 5
Queue/RED set maxthresh_ 15
Queue/RED set linterm_ 10
link r2 r3 2Mb 10ms RED 50
link r3 r2 2Mb 10ms DropTail 1000

Agent/TCP set packetSize_ 960
Agent/TCP set window_ 1000
Agent/TCP set windowInit_ 2
Agent/TCP set minrto_ 0.2
for {set k 1} {$k <= 10} {incr k} {
  set tcp [new Agent/TCP/Reno]
  $ns attach-agent $n(b$k) $tcp
  set sink [new Agent/TCPSink]
  $ns attach-agent $n(s) $sink
  $ns connect $tcp $sink
  set ftp [new Application/FTP]
  $ftp attach-agent $tcp
  $ns at [expr 0.1 * $k] "$ftp start"

  set udp [new Agent/UDP]
  $udp set packetSize_ 1000
  $ns attach-agent $n(c$k) $udp
  set null [new Agent/Null]
  $ns attach-agent $n(s) $null
  $ns connect $udp $null
  set source [new Application/Traffic/Exponential]
  $source set packetSize_ 1000
  $source set rate_ 100k
  $source set burst_time_ 2.5s
  $source set idle_time_ 2.5s
  $source attach-agent $udp
  $ns at 0 "$source start"
}

set monitors {}
if {$counts} {
  foreach a [array names n] {
    foreach b [array names n] {
      if {[$ns link $n($a) $n($b)] != ""} {
        lappend monitors [$ns monitor-queue $n($a) $n($b) ""]
      }
    }
  }
}
proc finish {} {
  global monitors
  set hops 0
  foreach monitor $monitors {
    incr hops [$monitor set pdepartures_]
  }
  puts "hops $hops"
  flush stdout
  gets stdin
  exit 0
}
$ns at $seconds "finish"

puts "ready"
flush stdout
gets stdin
$ns run
