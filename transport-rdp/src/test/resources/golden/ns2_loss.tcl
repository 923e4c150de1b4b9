# SPDX-License-Identifier: Apache-2.0
#
# Packets a second of one TCP flow of ns-2.35 whose packets get lost by chance, 3 in 100, on a way
# of 50 ms without a queue, with a timer of 1 s at least. CurveGolden has the means over ten seeds
# (standard deviations 1.2 and 1.5):
#
#   for a in "Newreno TCPSink" "Sack1 TCPSink/Sack1"; do
#     for s in 1 2 3 4 5 6 7 8 9 10; do ns ns2_loss.tcl $a $s; done
#   done
lassign $argv agent sink seed
set seconds 400
set ns [new Simulator]
set n1 [$ns node]
set n2 [$ns node]
$ns simplex-link $n1 $n2 1000Mb 50ms DropTail
$ns simplex-link $n2 $n1 10Gb 50ms DropTail
$ns queue-limit $n1 $n2 5000
Agent/TCP set packetSize_ 960
Agent/TCP set window_ 1000
Agent/TCP set minrto_ 1.0
Agent/TCP set rtxcur_init_ 1.0
Agent/TCP set tcpTick_ 0.001
set tcp [new Agent/TCP/$agent]
set end [new Agent/$sink]
$ns attach-agent $n1 $tcp
$ns attach-agent $n2 $end
$ns connect $tcp $end
set loss [new ErrorModel]
$loss unit pkt
$loss set rate_ 0.03
set chance [new RNG]
$chance seed $seed
set uniform [new RandomVariable/Uniform]
$uniform use-rng $chance
$loss ranvar $uniform
$loss drop-target [new Agent/Null]
$ns lossmodel $loss $n1 $n2
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0 "$ftp start"
$ns at $seconds {puts "$agent [expr {[$tcp set ack_] / double($seconds)}]"; exit 0}
$ns run
