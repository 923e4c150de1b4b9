# SPDX-License-Identifier: Apache-2.0
# Networks of which the means are compared. Prints, at the end,
#
#   f NODE PACKETS TIMEOUTS            of each sender that is compared, all of its flows together:
#                                      packets acknowledged or received, retransmission timeouts
#   p QUEUE PRECEDENCE ARRIVALS DROPS  of queues that know drop precedences
#   q ARRIVALS DROPS                   of the bottleneck's queue
#
#   ns network.tcl acc     SEED SECONDS SENDER DELAY-SECONDS droptail|red
#   ns network.tcl law     SEED SECONDS SENDER LOSS
#   ns network.tcl pair    SEED SECONDS SENDER FAR-DELAY-SECONDS
#   ns network.tcl gateway SEED SECONDS
#   ns network.tcl ufc     SEED SECONDS SENDER rio-c|rio-d BOTTLENECK-MBIT/S RATE-KBIT/S
source [file join [file dirname [info script]] senders.tcl]
lassign $argv network seed seconds sender
ns-random $seed
set starts [new RNG]
$starts seed $seed
set ns [new Simulator]
set monitor ""
set senders {}
set watched {}

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
# A flow of a sender is asked at the end what it came to.
proc compared {from packets timeouts} {
  global senders flows
  if {[lsearch $senders $from] < 0} {
    lappend senders $from
  }
  lappend flows($from) $packets $timeouts
}
proc bulk {from to sender delayed limited bytes spread} {
  global ns n starts
  lassign [connection $n($from) $n($to) $sender $delayed $limited $bytes] tcp sink
  set ftp [new Application/FTP]
  $ftp attach-agent $tcp
  $ns at [$starts uniform 0 $spread] "$ftp start"
  compared $from "$tcp set ack_" "$tcp set nrexmit_"
}
# Datagrams by a pattern of ns-2's; says what sends them, and what counts them.
proc datagrams {from to pattern rate bytes} {
  global ns n
  set udp [new Agent/UDP]
  $udp set packetSize_ $bytes
  $ns attach-agent $n($from) $udp
  set sink [new Agent/LossMonitor]
  $ns attach-agent $n($to) $sink
  $ns connect $udp $sink
  set source [new Application/Traffic/$pattern]
  $source set packetSize_ $bytes
  $source set rate_ $rate
  $source attach-agent $udp
  return [list $source $sink]
}
# A queue with drop precedences: those of AF11, AF12 and AF13; best effort has the last.
proc differentiated {from to rate coupling kind} {
  global ns n
  way $from $to $rate 5ms dsRED/$kind 100
  set queue [[$ns link $n($from) $n($to)] queue]
  $queue meanPktSize 1024
  $queue setNumPrec 3
  $queue setMREDMode [string toupper $coupling] 0
  foreach {precedence low high max_p} {0 40 55 0.02 1 25 40 0.05 2 10 25 0.1} {
    $queue addPHBEntry [expr {10 + 2 * $precedence}] 0 $precedence
    $queue configQ 0 $precedence $low $high $max_p 0.002
  }
  $queue addPHBEntry 0 0 2
  return $queue
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
      lassign [datagrams c$k s Exponential 100k 1000] source
      $source set burst_time_ 2.5s
      $source set idle_time_ 2.5s
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
  ufc {
    lassign [lrange $argv 4 6] coupling bottleneck rate
    Agent/TCP set minrto_ 0.2
    Agent/TCP set window_ 64
    Queue/dsRED set numQueues_ 1
    foreach {from to} {n1 e1 n2 e1 n3 e4} {
      way $from $to 10Mb 5ms DropTail 1000
    }
    way n4 e4 ${bottleneck}Mb 5ms DropTail 1000
    foreach {from to} {e1 n1 e1 n2 c1 e1 c1 e2 e2 c1 e2 e3 e3 e2 c2 e3 c2 e4 e4 c2 e4 n3} {
      differentiated $from $to 10Mb $coupling core
    }
    # What enters a domain is marked: both aggregates have a profile of 5 Mbit/s.
    foreach {from to} {e1 c1 e3 c2} {
      set queue [differentiated $from $to 10Mb $coupling edge]
      foreach {source target} {n1 n3 n2 n4} {
        $queue addPolicyEntry [$n($source) id] [$n($target) id] TSW3CM 10 5000000 10000000
      }
      $queue addPolicerEntry TSW3CM 10 12 14
    }
    differentiated e4 n4 ${bottleneck}Mb $coupling core
    set watched {e1 c1 e4 n4}
    monitored e4 n4
    for {set k 1} {$k <= 10} {incr k} {
      bulk n1 n3 $sender 0 0 1024 0.1
    }
    for {set k 1} {$k <= 10} {incr k} {
      lassign [datagrams n2 n4 CBR ${rate}k 1024] source sink
      $ns at [$starts uniform 0 0.02] "$source start"
      compared n2 "$sink set npkts_" "expr 0"
    }
  }
}

proc finish {} {
  global ns n senders flows watched monitor
  foreach sender $senders {
    set packets 0
    set timeouts 0
    foreach {packets_of timeouts_of} $flows($sender) {
      incr packets [eval $packets_of]
      incr timeouts [eval $timeouts_of]
    }
    puts "f $sender $packets $timeouts"
  }
  foreach {from to} $watched {
    set queue [[$ns link $n($from) $n($to)] queue]
    foreach precedence {0 1 2} {
      foreach what {pkts drops edrops} {
        set $what [expr {int([$queue getStat $what [expr {10 + 2 * $precedence}]])}]
      }
      puts "p $from->$to $precedence $pkts [expr {$drops + $edrops}]"
    }
  }
  puts "q [$monitor set parrivals_] [$monitor set pdrops_]"
  puts "end"
  exit 0
}
$ns at $seconds "finish"
$ns run
