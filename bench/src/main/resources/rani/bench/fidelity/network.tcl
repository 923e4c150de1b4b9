# SPDX-License-Identifier: Apache-2.0
# Networks of which the means are compared. Prints, at the end,
#
#   f NUMBER PACKETS TIMEOUTS   of each connection: packets acknowledged, retransmission timeouts
#   q ARRIVALS DROPS            of the bottleneck's queue
#
#   ns network.tcl acc     SEED SECONDS SENDER DELAY-SECONDS droptail|red
#   ns network.tcl law     SEED SECONDS SENDER LOSS
#   ns network.tcl pair    SEED SECONDS SENDER FAR-DELAY-SECONDS
#   ns network.tcl gateway SEED SECONDS
source [file join [file dirname [info script]] senders.tcl]
lassign $argv network seed seconds sender
ns-random $seed
set starts [new RNG]
$starts seed $seed
set ns [new Simulator]
set monitor ""
set connections {}

Queue/RED set bytes_ false
Queue/RED set queue_in_bytes_ false
Queue/RED set gentle_ false
Queue/RED set use_mark_p_ false
Queue/RED set q_weight_ 0.002

# One direction. ns-2's DropTail with a limit of n lets n - 1 packets wait; RED lets n.
proc way {from to rate delay discipline limit} {
  global ns n
  foreach name [list $from $to] {
    if {![info exists n($name)]} {
      set n($name) [$ns node]
    }
  }
  $ns simplex-link $n($from) $n($to) $rate $delay $discipline
  $ns queue-limit $n($from) $n($to) [expr {$discipline == "DropTail" ? $limit + 1 : $limit}]
}
proc both {a b rate delay} {
  way $a $b $rate $delay DropTail 1000
  way $b $a $rate $delay DropTail 1000
}
proc monitored {from to} {
  global ns n monitor
  set monitor [$ns monitor-queue $n($from) $n($to) ""]
}
proc bulk {from to sender delayed limited bytes spread} {
  global ns n connections starts
  lassign [connection $n($from) $n($to) $sender $delayed $limited $bytes] tcp sink
  set ftp [new Application/FTP]
  $ftp attach-agent $tcp
  $ns at [$starts uniform 0 $spread] "$ftp start"
  lappend connections $tcp
}

switch $network {
  acc {
    set delay [lindex $argv 4]
    Agent/TCP set minrto_ 0.2
    for {set k 1} {$k <= 10} {incr k} {
      both b$k r1 10Mb 10ms
      both c$k r2 10Mb 10ms
    }
    both r1 r2 10Mb $delay
    both r3 s 10Mb 10ms
    if {[lindex $argv 5] == "red"} {
      Queue/RED set thresh_ 5
      Queue/RED set maxthresh_ 15
      Queue/RED set linterm_ 10
      Queue/RED set mean_pktsize_ 1000
      way r2 r3 2Mb 10ms RED 50
    } else {
      way r2 r3 2Mb 10ms DropTail 50
    }
    way r3 r2 2Mb 10ms DropTail 1000
    monitored r2 r3
    for {set k 1} {$k <= 10} {incr k} {
      bulk b$k s $sender 0 0 1000 1.0
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
  }
  law {
    way a b 10Mb 50ms DropTail 10000
    way b a 10Mb 50ms DropTail 10000
    set errors [new ErrorModel]
    $errors unit pkt
    $errors set rate_ [lindex $argv 4]
    set chance [new RandomVariable/Uniform]
    set stream [new RNG]
    $stream seed $seed
    $chance use-rng $stream
    $errors ranvar $chance
    $errors drop-target [new Agent/Null]
    $ns link-lossmodel $errors $n(a) $n(b)
    monitored a b
    bulk a b $sender 0 1 1000 0
  }
  pair {
    both near r1 10Mb 1ms
    both far r1 10Mb [lindex $argv 4]
    way r1 r2 2Mb 10ms DropTail 20
    way r2 r1 2Mb 10ms DropTail 1000
    both r2 s 10Mb 1ms
    monitored r1 r2
    bulk near s $sender 0 1 1000 1.0
    bulk far s $sender 0 1 1000 1.0
  }
  gateway {
    Agent/TCP set windowInit_ 1
    Agent/TCP set window_ 128
    for {set k 1} {$k <= 4} {incr k} {
      both c$k gateway 103.3Mb 1ms
    }
    both c5 gateway 31.0Mb 16ms
    Queue/RED set thresh_ 4
    Queue/RED set maxthresh_ 8
    Queue/RED set linterm_ 50
    Queue/RED set mean_pktsize_ 572
    way gateway sink 51.7Mb 2ms RED 16
    way sink gateway 51.7Mb 2ms DropTail 1000
    monitored gateway sink
    for {set k 1} {$k <= 5} {incr k} {
      bulk c$k sink newreno 0.2 0 572 0.1
    }
  }
}

proc finish {} {
  global connections monitor
  set number 0
  foreach tcp $connections {
    puts "f [incr number] [$tcp set ack_] [$tcp set nrexmit_]"
  }
  puts "q [$monitor set parrivals_] [$monitor set pdrops_]"
  puts "end"
  exit 0
}
$ns at $seconds "finish"
$ns run
