#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What RIO-C, RIO-D and WRED let in and drop, computed without rani's code.

    python3 rio_arrivals.py > rio_arrivals.txt

RED of 1993 (Floyd and Jacobson) once for each of three drop precedences, as Clark and Fang couple
them: an arrival of precedence j moves the averages that count it. The average of i counts the
packets that wait of precedences 0 … i (RIO-C), of i alone (RIO-D), or all of them, in one average
(WRED). An idle server ages all of them. One server; the packet in service is not in the queue, and
one that finds the server idle never enters it. Times are in ns. Lines:

    scenario arrives TIME ID FLOW LENGTH ECT DSCP
    scenario departs TIME ID      its service ends
    scenario early|forced|full TIME ID
"""
import random

from pie_arrivals import Stream, SECOND

# papers' UFC, table 1: min_th, max_th, max_p of precedence 0, 1, 2
TABLE_1 = [(40, 55, 0.02), (25, 40, 0.05), (10, 25, 0.1)]
# the same order of things, reached sooner
NARROW = [(6, 12, 0.05), (4, 9, 0.1), (1, 5, 0.5)]
CODE_POINTS = {0: [10, 18, 26, 34, 46], 1: [12, 20, 28, 36], 2: [14, 22, 30, 38, 0, 8]}


class Average:
    def __init__(self, counts):
        self.counts = counts  # of which precedences it counts the packets
        self.value = 0.0


class Rio:
    def __init__(self, mode, table, weight, rate_packets, dice):
        self.table, self.w, self.rate, self.dice = table, weight, rate_packets, dice
        if mode == "wred":
            everything = Average({0, 1, 2})
            self.of = [everything] * 3
            self.moved_by = [[everything]] * 3
            self.all = [everything]
        else:
            if mode == "rio-c":
                self.all = [Average({0}), Average({0, 1}), Average({0, 1, 2})]
            else:
                self.all = [Average({0}), Average({1}), Average({2})]
            self.of = self.all
            self.moved_by = [[a for a in self.all if p in a.counts] for p in range(3)]
        self.since_choice = [-1, -1, -1]  # arrivals since the last one that was chosen
        self.idle_since = 0

    def judge(self, now, precedence, queue):
        if self.idle_since is not None:
            idle = now - self.idle_since
            m = idle / 1e9 * self.rate
            for average in self.all:
                average.value *= (1 - self.w) ** m if idle else 1
            self.idle_since = now
        else:
            for average in self.moved_by[precedence]:
                q = sum(1 for p in queue if p.precedence in average.counts)
                average.value = (1 - self.w) * average.value + self.w * q
        avg = self.of[precedence].value
        low, high, max_p = self.table[precedence]
        if avg < low:
            self.since_choice[precedence] = -1
            return "in"
        if avg >= high:
            self.since_choice[precedence] = -1
            return "forced"
        self.since_choice[precedence] += 1
        pb = max_p * (avg - low) / (high - low)
        counted = self.since_choice[precedence] * pb
        pa = pb / (1 - counted) if counted < 1 else 1
        if self.dice.uniform() < pa:
            self.since_choice[precedence] = -1
            return "early"
        return "in"


class Packet:
    def __init__(self, number, precedence, dscp, length):
        self.number, self.precedence, self.dscp, self.length = number, precedence, dscp, length


def run(name, mode, table, weight, limit, bits_per_s, arrivals):
    rio = Rio(mode, table, weight, bits_per_s / 8000.0, Stream(7, "n", "queue link-3"))
    queue, serving, due = [], None, None
    for now, p in arrivals:
        while due is not None and due <= now:
            print(name, "departs", due, serving.number)
            if queue:
                serving = queue.pop(0)
                due += serving.length * 8 * SECOND // bits_per_s
            else:
                rio.idle_since, serving, due = due, None, None
        print(name, "arrives", now, p.number, 1, p.length, 0, p.dscp)
        said = rio.judge(now, p.precedence, queue)
        if len(queue) == limit:
            print(name, "full", now, p.number)
        elif said != "in":
            print(name, said, now, p.number)
        else:
            rio.idle_since = None
            if serving is None:
                serving, due = p, now + p.length * 8 * SECOND // bits_per_s
            else:
                queue.append(p)


def traffic(dice, count, per_s, lengths):
    """Stretches of too little and of too much, in changing mixtures, and a silence."""
    now, load, mixture = 0, 1.0, [1, 1, 1]
    for number in range(1, count + 1):
        if number % 150 == 1:
            load = dice.choice([0.5, 0.9, 1.2, 2.0])
            mixture = dice.choice([[1, 1, 1], [6, 1, 1], [1, 3, 1], [1, 1, 4], [1, 0, 0]])
        if number == count // 2:
            now += 3 * SECOND
        now += int(dice.expovariate(per_s * load) * SECOND)
        precedence = dice.choices([0, 1, 2], mixture)[0]
        yield now, Packet(
            number, precedence, dice.choice(CODE_POINTS[precedence]), dice.choice(lengths))


def main():
    dice = random.Random(2597)
    rate = 2_500_000  # 312 packets of 1000 bytes a second
    for mode in "rio-c", "rio-d", "wred":
        run(mode, mode, TABLE_1, 0.02, 100, rate, traffic(dice, 1200, 320, [1000]))
        run(mode + "-narrow", mode, NARROW, 0.1, 20, rate, traffic(dice, 1200, 320, [200, 1500]))


if __name__ == "__main__":
    main()
