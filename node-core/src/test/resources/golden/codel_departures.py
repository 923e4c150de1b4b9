#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What CoDel and FQ-CoDel let go, mark and drop, computed without rani's code.

    python3 codel_departures.py > codel_departures.txt

The pseudo-code of RFC 8289 section 5 and of RFC 8290 section 4, written down as it stands there, as
loops; rani's is a state machine that is asked packet by packet. One server; the packet in service
is not in the queue, and one that finds the server idle never enters it. Times are in ns. Lines:

    scenario arrives TIME ID FLOW LENGTH ECT
    scenario departs TIME ID      its service ends
    scenario mark|drop|full TIME ID
"""
import math
import random

MS = 1_000_000
SECOND = 1000 * MS
TARGET, INTERVAL = 5 * MS, 100 * MS


class Packet:
    def __init__(self, number, flow, length, ect):
        self.number, self.flow, self.length, self.ect = number, flow, length, ect


class Codel:
    """RFC 8289 section 5: codel_queue_t, on a queue of its own."""

    def __init__(self, out, ecn):
        self.queue, self.out, self.ecn = [], out, ecn
        self.first_above, self.drop_next, self.count, self.lastcount = 0, 0, 0, 0
        self.dropping, self.maxpacket = False, 0

    def bytes(self):
        return sum(p.length for p in self.queue)

    def dodequeue(self, now):
        if not self.queue:
            self.first_above = 0
            return None, False
        p = self.queue.pop(0)
        self.maxpacket = max(self.maxpacket, p.length)
        ok = False
        if now - p.tstamp < TARGET or self.bytes() <= self.maxpacket:
            self.first_above = 0
        elif self.first_above == 0:
            self.first_above = now + INTERVAL
        elif now >= self.first_above:
            ok = True
        return p, ok

    def control_law(self, t):
        return t + int(INTERVAL / math.sqrt(self.count))

    def marks(self, now, p):
        if self.ecn and p.ect:
            self.out("mark", now, p)
            return True
        return False

    def deque(self, now):
        p, ok = self.dodequeue(now)
        if p is None:
            self.dropping = False
            return None
        if self.dropping:
            if not ok:
                self.dropping = False
            while self.dropping and now >= self.drop_next:
                self.count += 1
                if self.marks(now, p):
                    self.drop_next = self.control_law(self.drop_next)
                    break
                self.out("drop", now, p)
                p, ok = self.dodequeue(now)
                if not ok:
                    self.dropping = False
                else:
                    self.drop_next = self.control_law(self.drop_next)
        elif ok:
            marked = self.marks(now, p)
            if not marked:
                self.out("drop", now, p)
                p, _ = self.dodequeue(now)
            self.dropping = True
            delta = self.count - self.lastcount
            self.count = delta if delta > 1 and now - self.drop_next < 16 * INTERVAL else 1
            self.drop_next = self.control_law(now)
            self.lastcount = self.count
        return p


class Fifo:
    """One CoDel queue with a limit."""

    def __init__(self, out, limit, ecn):
        self.codel, self.out, self.limit = Codel(out, ecn), out, limit

    def enqueue(self, now, p):
        if len(self.codel.queue) == self.limit:
            self.out("full", now, p)
            return
        p.tstamp = now
        self.codel.queue.append(p)

    def dequeue(self, now):
        return self.codel.deque(now)


class Fair:
    """RFC 8290 section 4; no two flows of a scenario share a queue."""

    def __init__(self, out, limit, ecn, quantum):
        self.out, self.limit, self.ecn, self.quantum = out, limit, ecn, quantum
        self.flows, self.new, self.old = {}, [], []

    def backlog(self):
        return sum(len(f.queue) for f in self.flows.values())

    def enqueue(self, now, p):
        if self.backlog() == self.limit:
            fattest = max(self.flows.values(), key=lambda f: f.bytes())
            for _ in range(min(64, max(1, len(fattest.queue) // 2))):
                self.out("full", now, fattest.queue.pop(0))
        flow = self.flows.setdefault(p.flow, Codel(self.out, self.ecn))
        p.tstamp = now
        flow.queue.append(p)
        if flow not in self.new and flow not in self.old:
            flow.deficit = self.quantum
            self.new.append(flow)

    def dequeue(self, now):
        while self.new or self.old:
            turns = self.new if self.new else self.old
            flow = turns[0]
            if flow.deficit <= 0:
                flow.deficit += self.quantum
                self.old.append(turns.pop(0))
                continue
            p = flow.deque(now)
            if p is None:
                turns.pop(0)
                if turns is self.new:
                    self.old.append(flow)
                continue
            flow.deficit -= p.length
            return p
        return None


def run(name, make, bits_per_s, arrivals):
    def out(kind, now, p):
        print(name, kind, now, p.number)

    queue, busy_until, serving = make(out), None, None
    for now, p in arrivals:
        while busy_until is not None and busy_until <= now:
            print(name, "departs", busy_until, serving.number)
            serving = queue.dequeue(busy_until)
            busy_until = busy_until + serving.length * 8 * SECOND // bits_per_s if serving else None
        print(name, "arrives", now, p.number, p.flow, p.length, int(p.ect))
        if busy_until is None:
            serving, busy_until = p, now + p.length * 8 * SECOND // bits_per_s
        else:
            queue.enqueue(now, p)


def traffic(dice, count, flows, per_s, lengths, ect):
    """Stretches of too much and of too little, from several flows."""
    now, load = 0, 1.0
    for number in range(1, count + 1):
        if number % 150 == 1:
            load = dice.choice([0.5, 1.2, 1.5, 3.0])
        now += int(dice.expovariate(per_s * load) * SECOND)
        yield now, Packet(number, dice.choice(flows), dice.choice(lengths), dice.random() < ect)


def main():
    dice = random.Random(8289)
    rate = 1_000_000  # 125 packets of 1000 bytes a second
    run("codel", lambda out: Fifo(out, 1000, False), rate,
        traffic(dice, 1500, [1], 125, [1000], 0))
    run("codel-limit", lambda out: Fifo(out, 30, False), rate,
        traffic(dice, 1500, [1], 250, [200, 1000, 1500], 0))
    run("codel-ecn", lambda out: Fifo(out, 1000, True), rate,
        traffic(dice, 1500, [1], 125, [1000], 0.7))
    run("fq-codel", lambda out: Fair(out, 1000, True, 1514), rate,
        traffic(dice, 1500, [1, 1, 1, 1, 2, 2, 3], 125, [200, 1000, 1500], 0.3))
    run("fq-codel-limit", lambda out: Fair(out, 40, False, 300), rate,
        traffic(dice, 1500, [1, 1, 1, 1, 1, 2, 3, 4], 250, [200, 1000], 0))


if __name__ == "__main__":
    main()
