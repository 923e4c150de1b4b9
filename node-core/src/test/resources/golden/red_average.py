#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The average of RED, computed without rani's code.

    python3 red_average.py > red_average.txt

One server with a finite first-in first-out buffer behind it; the frame in service is not in the
buffer. At each arrival, with q what waits before it joins,

    avg <- (1 - w) * avg + w * q                          if the server is busy
    avg <- (1 - w) ** m * avg,  m = idle time * rate      if it is idle

after S. Floyd and V. Jacobson, "Random Early Detection Gateways for Congestion Avoidance", 1993.
Each line: scenario, arrival in ns, IPv4 length in bytes, frames that wait, average after it, and
whether it is taken. Departures that fall on an arrival come first.
"""
import random

SECOND = 1_000_000_000


class Scenario:
    """w and rate as the paper has them; lengths are drawn from `lengths`."""

    def __init__(self, name, weight, limit, lengths, packets_per_s=None, bits_per_s=None,
                 mean_bytes=500, bytes_mode=False):
        self.name, self.weight, self.limit, self.lengths = name, weight, limit, lengths
        self.packets_per_s, self.bits_per_s = packets_per_s, bits_per_s
        self.mean_bytes, self.bytes_mode = mean_bytes, bytes_mode
        self.ptc = packets_per_s if packets_per_s else bits_per_s / (8 * mean_bytes)

    def service(self, length):
        if self.packets_per_s:
            return SECOND // self.packets_per_s
        return length * 8 * SECOND // self.bits_per_s

    def run(self, arrivals):
        average, waiting, in_service_until, idle_since = 0.0, [], None, 0
        for now, length in arrivals:
            while in_service_until is not None and in_service_until <= now:
                if waiting:
                    in_service_until += self.service(waiting.pop(0))
                else:
                    idle_since, in_service_until = in_service_until, None
            if in_service_until is None:
                average *= (1 - self.weight) ** ((now - idle_since) / SECOND * self.ptc)
            else:
                q = sum(waiting) / self.mean_bytes if self.bytes_mode else len(waiting)
                average = (1 - self.weight) * average + self.weight * q
            queued = len(waiting)
            taken = queued < self.limit
            if in_service_until is None:
                in_service_until = now + self.service(length)
            elif taken:
                waiting.append(length)
            print(self.name, now, length, queued, repr(average), int(taken))


def arrivals(dice, lengths, count):
    """Bursts of all sizes, even streams, and pauses of all lengths."""
    now = 0
    while count > 0:
        kind = dice.randrange(4)
        size = min(count, dice.randint(1, 40))
        gap = {0: 0, 1: SECOND // 200, 2: SECOND // 40, 3: dice.randint(1, SECOND // 20)}[kind]
        for _ in range(size):
            yield now, dice.choice(lengths)
            now += gap
        count -= size
        now += int(dice.expovariate(3) * SECOND) + dice.randint(0, 3)


def main():
    dice = random.Random(1993)
    for scenario in (
            Scenario("packets", 0.02, 1000, [1000], packets_per_s=40, mean_bytes=1000),
            Scenario("small-buffer", 0.5, 8, [1000], packets_per_s=40, mean_bytes=1000),
            Scenario("bits", 0.002, 1000, [40, 576, 1000, 1500], bits_per_s=1_000_000),
            Scenario("bytes", 0.1, 1000, [40, 576, 1000, 1500], bits_per_s=1_000_000,
                     bytes_mode=True)):
        scenario.run(arrivals(dice, scenario.lengths, 400))


if __name__ == "__main__":
    main()
