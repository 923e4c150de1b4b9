#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What samples say together, without rani's code and without its libraries.

    python3 statistics.py > statistics.txt

A line for each sample: name, its values, and after a bar count, mean, standard deviation (n - 1),
half the width of the mean's 95 % interval, least, median, 90th and 99th percentile, greatest. A line
for each pair of samples: their names, and after a bar mean, standard deviation and half width of
the differences, second less first, the p-value of the paired t test (two-sided), and whether the
interval excludes 0. A line for each family of p-values: its name, these, and after a bar what Holm's
method makes of each. Sums are exact fractions.
Percentiles are the least value that no less than that part of all is not above (Hyndman and Fan 1996,
definition 1). Student's t comes from the regularised incomplete beta function
(continued fraction, Lentz's way), inverted by bisection.
"""
import math
from fractions import Fraction


def beta_fraction(a, b, x):
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    h = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + numerator / c
            c = c if abs(c) > tiny else tiny
            h *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return h


def incomplete_beta(a, b, x):
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
        + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def upper_tail(t, freedom):
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


def student(freedom):
    low, high = 0.1, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        if upper_tail(middle, freedom) > 0.025:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def moments(values):
    exact = [Fraction(v) for v in values]
    mean = sum(exact) / len(exact)
    if len(exact) == 1:
        return float(mean), math.nan, math.nan
    variance = sum((v - mean) ** 2 for v in exact) / (len(exact) - 1)
    deviation = math.sqrt(variance)
    return float(mean), deviation, student(len(exact) - 1) * deviation / math.sqrt(len(exact))


def p_value(values):
    mean, deviation, _ = moments(values)
    if len(values) == 1:
        return math.nan
    if deviation == 0:
        return float(mean == 0)
    return 2 * upper_tail(abs(mean) / (deviation / math.sqrt(len(values))), len(values) - 1)


def holm(values):
    """By the definition of an adjusted p-value: the least level at which it is rejected."""
    def rejected_at(level):
        rejected = set()
        for step, k in enumerate(sorted(range(len(values)), key=lambda k: values[k])):
            if values[k] * (len(values) - step) > level:
                break
            rejected.add(k)
        return rejected
    levels = sorted({min(1.0, p * m) for p in values for m in range(1, len(values) + 1)})
    return [min([l for l in levels if k in rejected_at(l)], default=1.0)
            for k in range(len(values))]


def percentile(values, percent):
    return min(v for v in values if 100 * sum(w <= v for w in values) >= percent * len(values))


def generated(count, shape):
    """Values of a linear congruential generator, so that no one's dice are needed."""
    state, values = 12345, []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2 ** 31
        values.append(shape((state + 1) / (2 ** 31 + 1)))
    return values


SAMPLES = {
    "one": [39.0],
    "two": [1.5, 2.5],
    "equal": [0.1, 0.1, 0.1],
    "triggers": [40.0, 41.0, 40.0, 42.0, 41.0, 40.0, 41.0, 41.0, 40.0, 42.0,
                 40.0, 40.0, 41.0, 41.0, 42.0, 40.0, 41.0, 40.0, 40.0, 41.0],
    "others": [40.5, 41.0, 41.5, 42.0, 42.0, 40.5, 41.0, 42.5, 40.0, 43.0,
               40.0, 41.5, 41.0, 42.0, 42.5, 40.0, 41.5, 41.0, 40.5, 41.0],
    "noise": [40.3, 40.9, 40.1, 41.8, 41.3, 39.9, 40.8, 41.4, 39.8, 42.1,
              40.2, 39.9, 41.1, 40.7, 42.2, 40.1, 40.6, 40.3, 39.9, 41.2],
    "around-zero": [-3.0, -1.0, 0.0, 0.5, 2.0, 7.0],
    "below-zero": [-1000.0, -999.0, -500.0],
    "with-zeros": [0.0, 0.0, 0.0, 1e-3],
    "wide": [1e-9, 1.0, 1e9],
    "exponential": generated(200, lambda u: -0.02 * math.log(u)),
    "neighbours": [12345.0, 12346.0, 12347.0],
    "one-apart": [5.0, 6.0, 7.0, 1e13],
    "fractions": [1000.4, 1000.6, 1000.9],
    "halves": [2.0, 3.0],
    "far-apart": [1e-30, 1.0, 1e30],
    "large": generated(50, lambda u: 1e12 * (1 + u)),
}

PAIRS = [("triggers", "others"), ("triggers", "noise"), ("equal", "equal"), ("one", "one"),
         ("neighbours", "fractions"), ("two", "halves")]

FAMILIES = {
    "family-of-one": [0.03],
    "family-of-holm": [0.01, 0.04, 0.03, 0.005],
    "family-of-ties": [0.02, 0.02, 0.5, 0.0, 1.0, 0.02],
    "family-of-many": generated(40, lambda u: u ** 4),
}


def main():
    for name, values in SAMPLES.items():
        mean, deviation, half = moments(values)
        told = [len(values), mean, deviation, half, min(values)]
        told += [percentile(values, p) for p in (50, 90, 99)] + [max(values)]
        print(name, *values, "|", *told)
    for first, second in PAIRS:
        differences = [b - a for a, b in zip(SAMPLES[first], SAMPLES[second])]
        mean, deviation, half = moments(differences)
        print(first, second, "|", mean, deviation, half, p_value(differences),
              str(abs(mean) > half).lower())
    for name, values in FAMILIES.items():
        print(name, *values, "|", *holm(values))


main()
