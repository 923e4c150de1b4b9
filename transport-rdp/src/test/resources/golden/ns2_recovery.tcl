# What ns-2.35's TCP senders send when chosen packets are lost: ns ns2_recovery.tcl > ns2_recovery.txt
#
# Each flow has three nodes of its own: n0 -- n1 without limit, n1 -- n2 of 1 Mb/s, 43 ms and a queue of
# 1000, nothing but 43 ms on the way back. Lost are the packets of those numbers as they come to the
# second link; the SYN is 0, the first data 1, and what is sent again counts again.
#
# A line: AGENT ACK-DELAY-MS WINDOW LOST LAST-SECONDS SENT..., with LAST the time at which the
# last of SENT went, and 7-9 for 7 8 9. The lists are drawn by Tcl's own generator; left out are
# those that cause a timeout, whose time hangs on the random phase of the sender's clock (boot_time_).
expr srand(22)
proc below {n} { expr int(rand() * $n) }
proc draw {} {
  set base [expr 5 + [below 120]]
  set lost {}
  for {set i [expr 1 + [below 5]]} {$i > 0} {incr i -1} { lappend lost [expr $base + [below 25]] }
  return [lsort -integer -unique $lost]
}
set seconds 6
set ns [new Simulator]
set trace [open "|cat > ns2_recovery.tmp" w]
Agent/TCP set packetSize_ 960
set flow 0
foreach {agent sink ms} {
  Reno TCPSink 0  Reno TCPSink/DelAck 100
  Newreno TCPSink 0  Newreno TCPSink/DelAck 100
  Sack1 TCPSink/Sack1 0  Sack1 TCPSink/Sack1/DelAck 100
} {
  foreach window {8 20 40 100} {
    foreach again {1 2 3 4 5 6} {
      foreach n {n0 n1 n2} { set $n [$ns node] }
      $ns simplex-link $n0 $n1 10Gb 0ms DropTail
      $ns simplex-link $n1 $n0 10Gb 0ms DropTail
      $ns simplex-link $n1 $n2 1Mb 43ms DropTail
      $ns simplex-link $n2 $n1 10Gb 43ms DropTail
      foreach {a b} [list $n0 $n1 $n1 $n2 $n2 $n1 $n1 $n0] { $ns queue-limit $a $b 1000 }
      set tcp [new Agent/TCP/$agent]
      $tcp set window_ $window
      $tcp set fid_ $flow
      set end [new Agent/$sink]
      $ns attach-agent $n0 $tcp
      $ns attach-agent $n2 $end
      $ns connect $tcp $end
      set lost [draw]
      set em [new ErrorModel/List]
      $em unit pkt
      $em droplist $lost
      $em drop-target [new Agent/Null]
      $ns lossmodel $em $n1 $n2
      $ns trace-queue $n0 $n1 $trace
      $ns at 0 "[new Application/FTP] attach-agent $tcp; $tcp send -1"
      set row($flow) "[string tolower [string trimright $agent 1]] $ms $window [join $lost ,]"
      set sender($flow) $tcp
      incr flow
    }
  }
}
proc finish {} {
  global ns trace row sender flow
  $ns flush-trace
  close $trace
  set in [open ns2_recovery.tmp]
  while {[gets $in line] >= 0} {
    if {[lindex $line 0] eq "+" && [lindex $line 4] eq "tcp" && [lindex $line 10] > 0} {
      lappend sent([lindex $line 7]) [lindex $line 10]
      set last([lindex $line 7]) [lindex $line 1]
    }
  }
  file delete ns2_recovery.tmp
  for {set i 0} {$i < $flow} {incr i} {
    if {[$sender($i) set nrexmit_] > 0} continue
    set runs {}
    set first -1
    foreach n [concat $sent($i) -9] {
      if {$first >= 0 && $n == $to + 1} { set to $n; continue }
      if {$first >= 0} { lappend runs [expr {$first == $to ? $first : "$first-$to"}] }
      set first $n
      set to $n
    }
    puts "$row($i) $last($i) [join $runs { }]"
  }
  exit 0
}
$ns at $seconds finish
$ns run
