#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What PIE lets in, marks and drops, computed without rani's code.

    python3 pie_arrivals.py > pie_arrivals.txt

The pseudo-code of RFC 8033, sections 4 and 5 and appendix A, with a clock that ticks every T_UPDATE;
rani's has no clock and makes up for ticks. One server; the packet in service is not in the queue,
and one that finds the server idle never enters it. Times are in ns. Lines:

    scenario arrives TIME ID FLOW LENGTH ECT
    scenario departs TIME ID      its service ends
    scenario mark|early|full TIME ID
"""
import random

from streams import Stream

MS = 1_000_000
SECOND = 1000 * MS
QDELAY_REF, T_UPDATE, MAX_BURST = 15 * MS, 15 * MS, 150 * MS
ALPHA, BETA = 0.125, 1.25
MEAN_PKTSIZE = 1024


class Packet:
    def __init__(self, number, flow, length, ect):
        self.number, self.flow, self.length, self.ect = number, flow, length, ect


class Pie:
    def __init__(self, out, limit, ecn, dice):
        self.out, self.limit, self.ecn, self.dice = out, limit, ecn, dice
        self.queue = []
        self.drop_prob, self.accu_prob = 0.0, 0.0
        self.qdelay, self.qdelay_old, self.burst_allowance = 0, 0, MAX_BURST

    def bytes(self):
        return sum(p.length for p in self.queue)

    def drop_early(self):
        if self.qdelay_old < QDELAY_REF / 2 and self.drop_prob < 0.2 or self.bytes() <= 2 * MEAN_PKTSIZE:
            return False
        if self.drop_prob == 0:
            self.accu_prob = 0
        self.accu_prob += self.drop_prob
        if self.accu_prob < 0.85:
            return False
        if self.accu_prob >= 8.5 or self.dice.uniform() < self.drop_prob:
            self.accu_prob = 0
            return True
        return False

    def enqueue(self, now, p):
        if len(self.queue) == self.limit:
            self.out("full", now, p)
            return False
        if self.burst_allowance == 0 and self.drop_early():
            if not (self.ecn and p.ect and self.drop_prob < 0.1):
                self.out("early", now, p)
                return False
            self.out("mark", now, p)
        p.tstamp = now
        return True

    def dequeue(self, now):
        if not self.queue:
            self.qdelay = 0
            return None
        p = self.queue.pop(0)
        self.qdelay = now - p.tstamp
        return p

    def calculate_drop_prob(self):
        p = (ALPHA * (self.qdelay - QDELAY_REF) + BETA * (self.qdelay - self.qdelay_old)) / 1e9
        if self.drop_prob < 0.000001:
            p /= 2048
        elif self.drop_prob < 0.00001:
            p /= 512
        elif self.drop_prob < 0.0001:
            p /= 128
        elif self.drop_prob < 0.001:
            p /= 32
        elif self.drop_prob < 0.01:
            p /= 8
        elif self.drop_prob < 0.1:
            p /= 2
        if self.drop_prob >= 0.1 and p > 0.02:
            p = 0.02
        self.drop_prob += p
        if self.qdelay == 0 and self.qdelay_old == 0:
            self.drop_prob *= 0.98
        self.drop_prob = min(1.0, max(0.0, self.drop_prob))
        self.burst_allowance = max(0, self.burst_allowance - T_UPDATE)
        half = QDELAY_REF / 2
        if self.drop_prob == 0 and self.qdelay < half and self.qdelay_old < half:
            self.burst_allowance = MAX_BURST
        self.qdelay_old = self.qdelay


def run(name, limit, ecn, bits_per_s, arrivals):
    def out(kind, now, p):
        print(name, kind, now, p.number)

    pie = Pie(out, limit, ecn, Stream(7, "n", "queue link-3"))
    serving, due, tick = None, None, T_UPDATE
    for now, p in arrivals:
        # What is due before the arrival, in the order of time; at the same time the tick is first.
        while tick <= now or (due is not None and due <= now):
            if due is None or tick <= due:
                pie.calculate_drop_prob()
                tick += T_UPDATE
                continue
            print(name, "departs", due, serving.number)
            serving = pie.dequeue(due)
            due = due + serving.length * 8 * SECOND // bits_per_s if serving else None
        print(name, "arrives", now, p.number, p.flow, p.length, int(p.ect))
        if pie.enqueue(now, p):
            if serving is None:
                serving, due = p, now + p.length * 8 * SECOND // bits_per_s
            else:
                pie.queue.append(p)


def traffic(dice, count, per_s, lengths, ect, loads=(0.5, 1.1, 1.3, 2.0)):
    """Stretches of too much and of too little, and a long silence."""
    now, load = 0, 1.0
    for number in range(1, count + 1):
        if number % 300 == 1:
            load = dice.choice(loads)
        if number == count // 2:
            now += 20 * SECOND
        now += int(dice.expovariate(per_s * load) * SECOND)
        yield now, Packet(number, 1, dice.choice(lengths), dice.random() < ect)


def main():
    dice = random.Random(8033)
    rate = 2_500_000  # 312 packets of 1000 bytes a second
    run("pie", 1000, False, rate, traffic(dice, 2000, 320, [1000], 0))
    run("pie-limit", 30, False, rate, traffic(dice, 2000, 400, [200, 1000, 1500], 0))
    run("pie-ecn", 1000, True, rate, traffic(dice, 2000, 312, [1000], 0.7, loads=(0.9, 1.1)))
    # Slower than the clock: many ticks between two packets.
    run("pie-slow", 1000, False, 100_000, traffic(dice, 1000, 14, [1000], 0))


if __name__ == "__main__":
    main()
