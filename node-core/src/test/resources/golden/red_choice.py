#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which packets RED lets in, marks and drops by either rule book, computed without rani's code.

    python3 red_choice.py | gzip -9n > red_choice.txt.gz

One server; the packet in service is not in the queue. Each line: scenario, arrival in ns, length in
bytes, ECN field, what waits (packets), the average after it (mean packets), what becomes of it (in,
mark, early, forced, full), and a number of the row of random numbers that RED draws from, in order.
Departures that fall on an arrival come first.
"""
import random

SECOND = 1_000_000_000
RATE = 1_000_000  # bit/s
MEAN = 1000  # bytes


class Settings:
    def __init__(self, w=0.05, low=3, high=9, max_p=0.25, limit=20, gentle=False, wait=False,
                 in_bytes=False, adaptive=False, mark=False):
        self.w, self.low, self.high, self.max_p, self.limit = w, low, high, max_p, limit
        self.gentle, self.wait, self.in_bytes = gentle, wait, in_bytes
        self.adaptive, self.mark = adaptive, mark

    def waits(self, queue):
        return sum(p.length for p in queue) / MEAN if self.in_bytes else float(len(queue))


class Packet:
    def __init__(self, length, ect):
        self.length, self.ect = length, ect


class Of1993:
    """Floyd and Jacobson, 1993: sections 4 and 7, and figure 2; max_p by Floyd et al., 2001.

    "count: the number of unmarked packets that have arrived since the last marked packet".
    """

    def __init__(self, s):
        self.s, self.avg, self.unmarked, self.max_p, self.moved = s, 0.0, 0, s.max_p, 0

    def average(self, now, idle_since, queue):
        s = self.s
        if idle_since is None:
            self.avg += s.w * (s.waits(queue) - self.avg)
        else:
            m = (now - idle_since) / SECOND * (RATE / (8 * MEAN))
            self.avg *= (1 - s.w) ** m
        if s.adaptive and now >= self.moved + SECOND // 2:
            self.moved = now
            if self.avg > s.high - 0.4 * (s.high - s.low) and self.max_p <= 0.5:
                self.max_p = min(0.5, self.max_p + min(0.01, self.max_p / 4))
            elif self.avg < s.low + 0.4 * (s.high - s.low) and self.max_p >= 0.01:
                self.max_p = max(0.01, 0.9 * self.max_p)

    def choice(self, packet, queue, draw):
        """early or forced for a packet that is chosen."""
        s = self.s
        if self.avg < s.low:
            self.unmarked = 0
            return None
        if self.avg >= (2 * s.high if s.gentle else s.high):
            self.unmarked = 0
            return "forced"
        if self.avg < s.high:
            pb = self.max_p * (self.avg - s.low) / (s.high - s.low)
        else:
            pb = self.max_p + (1 - self.max_p) * (self.avg / s.high - 1)
        if s.in_bytes:
            pb = pb * packet.length / MEAN
        if s.wait:  # not the paper's: X uniform on 1/pb ... 2/pb
            counted = (self.unmarked + 1) * pb
            pa = 0 if counted < 1 else 1 if counted >= 2 else pb / (2 - counted)
        else:
            pa = 1 if self.unmarked * pb >= 1 else pb / (1 - self.unmarked * pb)
        if draw() < pa:
            self.unmarked = 0
            return "early"
        self.unmarked += 1
        return None

    def lost(self):
        """The buffer was full; the paper has no such case."""


class OfNs2:
    """ns-2.35's Queue/RED, by its manual, the parameters of ns-default.tcl and what it does.

    bytes: both bytes_ and queue_in_bytes_, with the average and the thresholds in bytes.
    """

    def __init__(self, s):
        self.s, self.unit = s, (MEAN if s.in_bytes else 1)
        self.ave, self.cur_max_p, self.lastset = 0.0, s.max_p, 0.0
        self.was_above, self.packets, self.octets = False, 0, 0

    @property
    def avg(self):
        return self.ave / self.unit

    def average(self, now, idle_since, queue):
        s = self.s
        q = sum(p.length for p in queue) if s.in_bytes else len(queue)
        steps = 1
        if idle_since is not None:
            steps += int(RATE / (8.0 * MEAN) * ((now - idle_since) / SECOND))
        for _ in range(steps):
            self.ave *= 1 - s.w
        self.ave += s.w * q
        low, high = s.low * self.unit, s.high * self.unit
        part = 0.4 * (high - low)
        if s.adaptive and now / SECOND > self.lastset + 0.5:
            if self.ave < low + part and self.cur_max_p > 0.01:
                self.cur_max_p *= 0.9
                self.lastset = now / SECOND
            elif self.ave > high - part and self.cur_max_p < 0.5:
                self.cur_max_p += min(0.01, 0.25 * self.cur_max_p)
                self.lastset = now / SECOND

    def choice(self, packet, queue, draw):
        s = self.s
        self.packets += 1
        self.octets += packet.length
        q = sum(p.length for p in queue) if s.in_bytes else len(queue)
        low, high = s.low * self.unit, s.high * self.unit
        if q <= 1 or self.ave < low:
            self.was_above = False
            return None
        if self.ave >= (2 if s.gentle else 1) * high:
            self.lost()
            return "forced"
        if not self.was_above:
            self.was_above, self.packets, self.octets = True, 1, packet.length
            return None
        if s.gentle and self.ave >= high:  # the line through (th_max, max_p) and (2 th_max, 1)
            p = (1 - s.max_p) / high * self.ave + 2 * s.max_p - 1
        else:
            p = self.cur_max_p * (self.ave - low) / (high - low)
        counted = (self.octets // MEAN if s.in_bytes else self.packets) * p
        if s.wait:
            p = 0.0 if counted < 1 else p / (2 - counted) if counted < 2 else 1.0
        else:
            p = p / (1 - counted) if counted < 1 else 1.0
        if s.in_bytes and p < 1:
            p = p * packet.length / MEAN
        if draw() <= p:
            self.lost()
            return "early"
        return None

    def lost(self):
        self.packets = self.octets = 0


def run(name, red, arrivals, dice):
    s, queue, due, idle_since = red.s, [], None, 0
    row, drawn = [], []

    def draw():
        drawn.append(row[len(drawn)])
        return drawn[-1]

    def service(packet):
        return packet.length * 8 * SECOND // RATE

    for now, packet in arrivals:
        row.append(round(dice.random(), 6))
        while due is not None and due <= now:
            if queue:
                due += service(queue.pop(0))
            else:
                due, idle_since = None, due
        red.average(now, idle_since, queue)
        chosen = red.choice(packet, queue, draw)
        if len(queue) == s.limit:
            red.lost()
            fate = "full"
        elif chosen == "early" and s.mark and packet.ect:
            fate = "mark"
        else:
            fate = chosen or "in"
        print(name, now, packet.length, packet.ect, len(queue), "%.9g" % red.avg, fate,
              row[-1])
        if fate in ("in", "mark"):
            idle_since = None
            if due is None:
                due = now + service(packet)
            else:
                queue.append(packet)
        elif idle_since is not None:
            idle_since = now


def traffic(dice, lengths, count=300):
    """Loads that change, and silences."""
    now = 0
    mean = 8 * SECOND / RATE * sum(lengths) / len(lengths)
    for number in range(count):
        load = (1.6, 0.8, 2.5, 0.3, 1.3)[number // 25 % 5]
        if number % 90 == 89:
            now += SECOND // 2
        now += int(dice.expovariate(1) * mean / load)
        yield now, Packet(dice.choice(lengths), dice.choice([0, 2]))


SCENARIOS = {
    "plain": dict(),
    "gentle": dict(gentle=True),
    "mark": dict(gentle=True, mark=True),
    "bytes": dict(in_bytes=True, low=1, high=5),
    "adaptive": dict(adaptive=True, gentle=True),
    "full": dict(low=1, high=19, limit=6),
}


def main():
    for key, own in SCENARIOS.items():
        lengths = [100, 576, 1500] if key == "bytes" else [1000]
        for wait in (False, True):
            spacing = "wait" if wait else "uniform"
            for book, model in (("1993", Of1993), ("ns-2", OfNs2)):
                dice = random.Random(572)  # the same arrivals and draws for all four
                red = model(Settings(wait=wait, **own))
                run("-".join((book, key, spacing)), red, list(traffic(dice, lengths)), dice)


if __name__ == "__main__":
    main()
