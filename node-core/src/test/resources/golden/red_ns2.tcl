# SPDX-License-Identifier: Apache-2.0
# What ns-2's queues do with arrivals of our own: Queue/RED, and Queue/dsRED (rio-c, rio-d, wred).
#
#     for s in wait uniform gentle bytes adaptive rio-c rio-d wred; do
#         ns red_ns2.tcl $s 2001
#     done | gzip -9n > red_ns2.txt.gz
#     for s in wait uniform gentle bytes adaptive rio-c rio-d wred; do for seed in $(seq 1 20); do
#         echo $s $seed $(ns red_ns2.tcl $s $seed | grep -c drop)
#     done; done > red_ns2_drops.txt
#
# Made with ns-2.35, Debian's package ns2. The packets of one agent come at half microseconds to a
# link of 1 Mb/s, whose services end at whole ones, so that nothing falls on the same instant. The
# arrivals are the same for each seed. Each line: scenario, arrival in ns, length in bytes, the octet
# that tells a precedence, what waits and the average after it (packets; bytes in the scenario
# "bytes"), in or drop, and a number of the row that the queue draws from, in order.

set scenario [lindex $argv 0]
set seed [lindex $argv 1]
set red {
    bytes_ false queue_in_bytes_ false thresh_ 3 maxthresh_ 9 q_weight_ 0.05 linterm_ 4
    mean_pktsize_ 1000 gentle_ false wait_ true use_mark_p_ false adaptive_ 0 bottom_ 0.01
}
switch $scenario {
    uniform  {lappend red wait_ false}
    gentle   {lappend red gentle_ true}
    bytes    {lappend red bytes_ true queue_in_bytes_ true}
    adaptive {lappend red gentle_ true adaptive_ 1}
}
set differentiated [expr {$scenario in {rio-c rio-d wred}}]
set lengths [expr {$scenario eq "bytes" ? {100 576 1500} : 1000}]
set octets [expr {$differentiated ? {40 48 56} : 0}]
set mean_length [expr {$scenario eq "bytes" ? 725 : 1000}]
set left 800
set load 1.1

# Lehmer's generator with the multiplier of Park and Miller.
set state 1993
proc draw {} {
    global state
    set state [expr {($state * 16807) % 2147483647}]
    return [expr {$state / 2147483647.0}]
}

proc one_of {list} {
    return [lindex $list [expr {int([draw] * [llength $list])}]]
}

proc arrives {micros} {
    global ns scenario differentiated agent queue monitor lines lengths octets mean_length
    global load left
    set length [one_of $lengths]
    set octet [one_of $octets]
    set dropped [$monitor set pdrops_]
    if {$differentiated} {
        set waiting [expr {int([$queue getCurrent 0])}]
    }
    $agent set prio_ $octet
    $agent send $length
    if {$differentiated} {
        set average [$queue getAverageV 0 [expr {($octet - 40) / 8}]]
    } else {
        set waiting [$queue set curq_]
        set average [$queue set ave_]
    }
    set fate [expr {[$monitor set pdrops_] > $dropped ? "drop" : "in"}]
    lappend lines [format "%s %d500 %d %d %d %.9g %s" $scenario $micros $length $octet \
        $waiting $average $fate]
    if {[incr left -1] == 0} {
        $ns halt
        return
    }
    # every fifty arrivals another load; now and then silence
    if {$left % 50 == 0} {
        set load [one_of {0.3 0.8 1.1 1.6 2.5}]
    }
    set next [expr {$micros + int(-log(1 - [draw]) * $mean_length * 8 / $load)}]
    if {$left % 170 == 0} {
        incr next 700000
    }
    $ns at [format "%d.%06d5" [expr {$next / 1000000}] [expr {$next % 1000000}]] \
        [list arrives $next]
}

foreach {key value} $red {
    Queue/RED set $key $value
}
Queue/dsRED set numQueues_ 1
set ns [new Simulator]
set from [$ns node]
set to [$ns node]
$ns simplex-link $from $to 1Mb 1ms [expr {$differentiated ? "dsRED/core" : "RED"}]
$ns queue-limit $from $to [expr {$scenario eq "bytes" ? 12 : 20}]
set queue [[$ns link $from $to] queue]
if {$differentiated} {
    $queue meanPktSize 1000
    $queue setNumPrec 3
    $queue setMREDMode [string toupper $scenario] 0
    foreach {precedence low high max_p} {0 6 12 0.05 1 4 9 0.1 2 1 5 0.2} {
        $queue addPHBEntry [expr {40 + 8 * $precedence}] 0 $precedence
        $queue configQ 0 $precedence $low $high $max_p 0.02
    }
}
set monitor [$ns monitor-queue $from $to ""]
set agent [new Agent/UDP]
$agent set packetSize_ 1500
$ns attach-agent $from $agent
set sink [new Agent/Null]
$ns attach-agent $to $sink
$ns connect $agent $sink
set lines {}
$defaultRNG seed $seed
$ns at 0.0010005 [list arrives 1000]
$ns run
$defaultRNG seed $seed
foreach line $lines {
    puts [format "%s %.9f" $line [$defaultRNG uniform 0 1]]
}
