#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a tooth of one flow's window is, counted in packets, without rani's code.

    python3 saw_tooth.py > saw_tooth.txt

One flow crosses config/topologies/bottleneck.yaml; docs/experiments.md derives what is computed here.

The way holds C packets without a loss: those that wait (limit), the one in transmission, and those
that are neither, which is the bandwidth-delay product: as many as leave the bottleneck in the time
from the end of one's transmission there to the arrival of the next, which its acknowledgement lets
go. The window W = floor(C) + 1 is the first that does not fit; its last packet is dropped.

From one cut of the window to the next the sender sends

    W / 2                      while the retransmission travels: half of what was outstanding is waited
                               out, the other half replaced
    sum over w of d * w + 1    as the window climbs from W/2 to W by one packet each d round trips, in
                               which d * w packets are acknowledged and replaced, and one is added
    W                          until the drop is noticed: W - 1 packets ahead of the dropped one are
                               acknowledged and replaced; and the retransmission itself

where d = 1 if each packet is acknowledged, 2 if every second is: an acknowledgement opens the window
by 1/w whatever it covers (RFC 5681, equation 3).
"""
import math

PACKET = 1000          # bytes, IPv4 total length
ACK = 20 + 18          # bytes: the IPv4 header and RDP's
ACCESS_RATE = 10e6     # bit/s
ACCESS_DELAY = 1e-3    # s, one way
RATE = 1e6             # bit/s, the bottleneck
DELAY = 20e-3          # s, one way
LIMIT = 20             # packets that wait; the one in transmission is not among them


def seconds(length, rate):
    return 8 * length / rate


def round_trip_beside_the_queue():
    """From the end of a packet's transmission at the bottleneck to the next one's arrival there."""
    there = DELAY
    back = seconds(ACK, RATE) + DELAY + seconds(ACK, ACCESS_RATE) + ACCESS_DELAY
    again = seconds(PACKET, ACCESS_RATE) + ACCESS_DELAY
    return there + back + again


def tooth(window, rounds_per_packet):
    half = window // 2
    climb = sum(rounds_per_packet * w + 1 for w in range(half, window))
    return window / 2 + climb + window


def main():
    product = round_trip_beside_the_queue() / seconds(PACKET, RATE)
    capacity = product + 1 + LIMIT
    window = math.floor(capacity) + 1
    print(f"bandwidth-delay-product {product:.3f}")
    print(f"capacity {capacity:.3f}")
    print(f"window {window}")
    for name, rounds in (("rdp-saw-tooth", 1), ("rdp-saw-tooth-delayed-ack", 2)):
        packets = tooth(window, rounds)
        print(f"{name} {packets} {0.95 * packets:.1f} {1.05 * packets:.1f}")


main()
