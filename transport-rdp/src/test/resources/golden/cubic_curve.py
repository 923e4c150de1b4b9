#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CUBIC's window computed without rani's code, from RFC 9438 alone, in packets and seconds.

    python3 cubic_curve.py > cubic_curve.txt

Each line is an event and the cwnd after it:
  NAME start WINDOW SSTHRESH CWND
  NAME acks FIRST_NANOS SPACING_NANOS COUNT SRTT_NANOS SEGMENTS CWND
  NAME loss NANOS FLIGHT CWND
  NAME timeout NANOS FLIGHT CWND
  NAME curve CWND     figure 1 of the RFC at the time of the last acknowledgement
"""
C, BETA = 0.4, 0.7
MS = 10 ** 6


class Flow:
    def __init__(self, name, window, ssthresh):
        self.name, self.cwnd, self.ssthresh = name, float(window), float(ssthresh)
        self.w_max = self.cwnd_prior = 0.0
        self.epoch = None
        self.say("start", window, ssthresh)

    def say(self, *words):
        print(self.name, *words, repr(self.cwnd))

    def ack(self, now, srtt, segments):
        if self.cwnd < self.ssthresh:
            self.cwnd += 1
            return
        if self.epoch is None:
            self.epoch = now
            if self.cwnd >= self.w_max:
                self.w_max, self.k = self.cwnd, 0.0
            else:
                self.k = ((self.w_max - self.cwnd) / C) ** (1 / 3)
            self.w_est = self.cwnd
        if self.w_est < self.cwnd_prior:
            self.w_est += 3 * (1 - BETA) / (1 + BETA) * segments / self.cwnd
        else:
            self.w_est += segments / self.cwnd
        if self.w_cubic(now) < self.w_est:
            self.cwnd = max(self.cwnd, self.w_est)
            return
        target = self.w_cubic(now + srtt)
        target = min(max(target, self.cwnd), 1.5 * self.cwnd)
        self.cwnd += (target - self.cwnd) / self.cwnd

    def w_cubic(self, now):
        return C * ((now - self.epoch) / 1e9 - self.k) ** 3 + self.w_max

    def acks(self, first, spacing, count, srtt, segments=1):
        for i in range(count):
            self.last = first + i * spacing
            self.ack(self.last, srtt, segments)
        self.say("acks", first, spacing, count, srtt, segments)
        return first + count * spacing

    def loss(self, now, flight):
        self.w_max = self.cwnd * (1 + BETA) / 2 if self.cwnd < self.w_max else self.cwnd
        self.cwnd_prior = self.cwnd
        self.cwnd = self.ssthresh = max(flight * BETA, 2)
        self.epoch = None
        self.say("loss", now, flight)

    def timeout(self, now, flight):
        self.cwnd_prior = self.cwnd
        self.w_max, self.epoch = 0.0, None
        self.ssthresh, self.cwnd = max(flight * BETA, 2), 1.0
        self.say("timeout", now, flight)

    def curve(self):
        print(self.name, "curve", repr(self.w_cubic(self.last)))


def concave_then_convex():
    flow = Flow("concave-then-convex", 200, 200)
    flow.loss(0, 200)
    now = 0
    for _ in range(10):
        now = flow.acks(now, MS, 1000, 200 * MS)
        flow.curve()


def as_reno():
    flow = Flow("as-reno", 20, 20)
    flow.loss(0, 20)
    now = 0
    for _ in range(10):
        now = flow.acks(now, MS, 200, 10 * MS, 2)


def fast_convergence():
    flow = Flow("fast-convergence", 100, 100)
    flow.loss(0, 100)
    now = flow.acks(0, 2 * MS, 500, 100 * MS)
    flow.loss(now, int(flow.cwnd))
    flow.acks(now, 2 * MS, 3000, 100 * MS)
    flow.curve()


def after_timeout():
    flow = Flow("after-timeout", 64, 64)
    flow.acks(0, 2 * MS, 10, 100 * MS)
    flow.timeout(1000 * MS, 60)
    now = flow.acks(1100 * MS, 2 * MS, 41, 100 * MS)
    for _ in range(4):
        now = flow.acks(now, 2 * MS, 1000, 100 * MS)


def slow_start_without_loss():
    flow = Flow("slow-start-without-loss", 4, 32)
    now = flow.acks(0, 5 * MS, 28, 50 * MS)
    for _ in range(4):
        now = flow.acks(now, MS, 500, 50 * MS)


for scenario in (concave_then_convex, as_reno, fast_convergence, after_timeout,
                 slow_start_without_loss):
    scenario()
