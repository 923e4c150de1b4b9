#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which colours RFC 2697, 2698 and 2859 give to packets, computed without rani's code.

    python3 marker_colours.py > marker_colours.txt

The token buckets count exactly, in fractions; rani's count in floating point. Times are in ns.
Lines:

    scenario TIME LENGTH BEFORE AFTER      colours are 0 green, 1 yellow, 2 red
"""
import random
import sys
from fractions import Fraction
from pathlib import Path

sys.path.append(str(Path(__file__).parents[5] / "node-core/src/test/resources/golden"))
from streams import Stream  # noqa: E402

SECOND = 1_000_000_000


class SrTcm:
    def __init__(self, cir, cbs, ebs, aware):
        self.cir, self.cbs, self.ebs, self.aware = cir, cbs, ebs, aware
        self.tc, self.te, self.last = Fraction(cbs), Fraction(ebs), 0

    def colour(self, now, size, before):
        earned = Fraction(self.cir * (now - self.last), SECOND)
        self.last = now
        to_c = min(earned, self.cbs - self.tc)
        self.tc += to_c
        self.te = min(self.ebs, self.te + earned - to_c)
        if (not self.aware or before == 0) and self.tc - size >= 0:
            self.tc -= size
            return 0
        if (not self.aware or before in (0, 1)) and self.te - size >= 0:
            self.te -= size
            return 1
        return 2


class TrTcm:
    def __init__(self, pir, pbs, cir, cbs, aware):
        self.pir, self.pbs, self.cir, self.cbs, self.aware = pir, pbs, cir, cbs, aware
        self.tp, self.tc, self.last = Fraction(pbs), Fraction(cbs), 0

    def colour(self, now, size, before):
        self.tp = min(self.pbs, self.tp + Fraction(self.pir * (now - self.last), SECOND))
        self.tc = min(self.cbs, self.tc + Fraction(self.cir * (now - self.last), SECOND))
        self.last = now
        if self.aware and before == 2 or self.tp - size < 0:
            return 2
        if self.aware and before == 1 or self.tc - size < 0:
            self.tp -= size
            return 1
        self.tp -= size
        self.tc -= size
        return 0


class Tsw3cm:
    def __init__(self, ctr, ptr, interval, dice):
        self.ctr, self.ptr, self.interval, self.dice = ctr, ptr, interval, dice
        self.avg, self.front = float(ctr), 0

    def colour(self, now, size, before):
        in_window = self.avg * self.interval
        self.avg = (in_window + size) / ((now - self.front) / 1e9 + self.interval)
        self.front = now
        if self.avg <= self.ctr:
            return 0
        u = self.dice.uniform()
        if self.avg <= self.ptr:
            return 1 if u < (self.avg - self.ctr) / self.avg else 0
        p1 = (self.avg - self.ptr) / self.avg
        p2 = (self.ptr - self.ctr) / self.avg
        return 2 if u < p1 else 1 if u < p1 + p2 else 0


def traffic(dice, count):
    """About 125,000 B/s in the mean, in stretches of a quarter to three times that."""
    now, load = 0, 1.0
    for number in range(count):
        if number % 60 == 0:
            load = dice.choice([0.25, 0.8, 1.2, 1.7, 3.0])
        if number == count // 2:
            now += 2 * SECOND
        size = dice.choice([40, 576, 1024, 1500])
        now += int(dice.expovariate(125_000 * load / 785) * SECOND)
        yield now, size, dice.choice([0, 0, 0, 1, 2])


def run(name, marker, count=600):
    dice = random.Random(name)
    for now, size, before in traffic(dice, count):
        print(name, now, size, before, marker.colour(now, size, before))


def main():
    run("srtcm-blind", SrTcm(125_000, 6000, 9000, False))
    run("srtcm-aware", SrTcm(125_000, 6000, 9000, True))
    run("trtcm-blind", TrTcm(187_500, 4000, 125_000, 3000, False))
    run("trtcm-aware", TrTcm(187_500, 4000, 125_000, 3000, True))
    run("tsw3cm", Tsw3cm(125_000, 187_500, 0.25, Stream(7, "n", "marker")))


if __name__ == "__main__":
    main()
