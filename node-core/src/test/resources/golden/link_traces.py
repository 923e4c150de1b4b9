#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When packets leave a link that follows a trace, computed without rani's code.

    python3 link_traces.py | gzip -9n > link_traces.txt.gz

Opportunities: the rule of Mahimahi's link_queue.cc, as loops over every opportunity, whether or not
anything waits for it. What has come before an opportunity may use it; each packet takes 4 bytes
besides its own, the header of mm-link's TUN device. Steps: bits are summed up as exact fractions
over every step, and a packet leaves in the first whole nanosecond in which its last bit has passed.
Times are in ns. Lines, of which the trace stands first:

    scenario trace loop|once START PERIOD TIME,TIME,...        in ms
    scenario steps loop|once START PERIOD TIME:RATE,...        in ns and bit/s
    scenario arrives TIME ID FLOW LENGTH ECT
    scenario departs TIME ID
"""
import random
from collections import deque
from fractions import Fraction
from math import ceil

MS = 1_000_000
SECOND = 1000 * MS
PACKET_SIZE = 1504
TUN_HEADER = 4


def opportunities(times, loop, start, period):
    """All opportunities after go, in ns."""
    base = -start
    while True:
        for time in times:
            if base + time * MS > 0:
                yield base + time * MS
        if not loop:
            return
        base += period


def mahimahi(schedule, arrivals):
    """Yields departures; arrivals are (time, number, length), in order of time."""
    waiting, coming, in_transit = deque(), deque(arrivals), None
    for now in schedule:
        while coming and coming[0][0] < now:
            _, number, length = coming.popleft()
            waiting.append([number, length + TUN_HEADER])
        left = PACKET_SIZE
        while left > 0:
            if in_transit is None:
                if not waiting:
                    break
                in_transit = waiting.popleft()
            used = min(left, in_transit[1])
            in_transit[1] -= used
            left -= used
            if in_transit[1] == 0:
                yield now, in_transit[0]
                in_transit = None
        if not coming and not waiting and in_transit is None:
            return


def pieces(steps, loop, start, period):
    """Yields (begin, end, rate) of every step after go; the end of the last may be None."""
    base = -start
    while True:
        for i, (time, rate) in enumerate(steps):
            begin = base + time
            if i + 1 < len(steps):
                end = base + steps[i + 1][0]
            else:
                end = base + period if loop else None
            if end is None or end > 0:
                yield max(begin, 0), end, rate
        if not loop:
            return
        base += period


def stepwise(steps, arrivals):
    """Yields departures of one server; bits pass at the rate of the step."""
    course = pieces(*steps)
    begin, end, rate = next(course)
    free = Fraction(0)
    for time, number, length in arrivals:
        # the next whole nanosecond may have been the last packet's end: service goes on from there
        now = max(free, Fraction(time)) if ceil(free) > time else Fraction(time)
        bits = Fraction(8 * length)
        while True:
            while end is not None and end <= now:
                begin, end, rate = next(course)
            per_ns = Fraction(rate, SECOND)
            if end is None:
                if rate == 0:
                    return
                now += bits / per_ns
                break
            if per_ns * (end - now) >= bits:
                now += bits / per_ns
                break
            bits -= per_ns * (end - now)
            now = Fraction(end)
        free = now
        yield ceil(now), number


def load(chance, count, mean_gap, lengths, grid=1):
    time, arrivals = 0, []
    for number in range(1, count + 1):
        if chance.random() < 0.7:  # else in a burst
            time += int(chance.expovariate(1 / mean_gap)) // grid * grid
        arrivals.append((time, number, chance.choice(lengths)))
    return arrivals


def show(name, arrivals, departures):
    for time, number, length in arrivals:
        print(name, "arrives", time, number, 1, length, 0)
    for time, number in departures:
        print(name, "departs", time, number)


def delivery(name, seed, times, loop, start, period, arrivals):
    print(name, "trace", "loop" if loop else "once", start, period, ",".join(map(str, times)))
    schedule = opportunities(times, loop, start, period)
    show(name, arrivals, mahimahi(schedule, arrivals))


def steps(name, course, loop, start, period, arrivals):
    text = ",".join("%d:%d" % step for step in course)
    print(name, "steps", "loop" if loop else "once", start, period, text)
    show(name, arrivals, stepwise((course, loop, start, period), arrivals))


def main():
    ANY = [40, 100, 576, 1000, 1500]
    chance = random.Random(1)
    every = list(range(1, 1001))
    delivery("constant", 1, every, True, 0, 1000 * MS, load(chance, 1500, 0.9 * MS, [1500]))
    delivery("small", 2, every, True, 0, 1000 * MS, load(chance, 2000, 0.2 * MS, [40, 100, 300]))
    bursts = sorted(chance.randrange(0, 700) for _ in range(500))
    delivery("bursts", 3, bursts, True, 0, bursts[-1] * MS, load(chance, 2500, 1.5 * MS, ANY))
    delivery("on-the-tick", 4, bursts, True, 0, bursts[-1] * MS,
             load(chance, 1500, 2 * MS, ANY, MS))
    delivery("started", 5, bursts, True, 250 * MS, 900 * MS, load(chance, 1500, 2 * MS, ANY))
    delivery("once", 6, bursts, False, 0, 0, load(chance, 2000, 0.8 * MS, ANY))
    delivery("idle", 7, [0, 3, 3, 3, 50], True, 0, 50 * MS, load(chance, 300, 90 * MS, ANY))
    course = [(0, 5_000_000), (700 * MS, 0), (900 * MS + 1, 123_457), (SECOND, 20_000_000),
              (2 * SECOND, 1_000_003)]
    steps("steps", course, True, 0, 3 * SECOND, load(chance, 2500, 1.5 * MS, ANY))
    steps("steps-once", course, False, 400 * MS, 0, load(chance, 1500, 4 * MS, ANY))
    fast = [(0, 999_999_999_937), (1000, 0), (1003, 1), (2000, 40_000_000_003)]
    steps("steps-fast", fast, True, 0, 3001, load(chance, 3000, 700, ANY))
    slow = [(0, 3_000_017), (10, 0)]  # a packet takes some thousand periods
    steps("steps-slow", slow, True, 5, 400, load(chance, 15, 4 * MS, [40, 41]))


main()
