# SPDX-License-Identifier: Apache-2.0
"""Means and deviations that are rounded once, as rani's own are (docs/sweeps.md)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

#: Sums of doubles may exceed what doubles hold; by this factor they do not.
_SCALE = 1 << 64


def mean(values: Iterable[float]) -> float:
    """Returns the correctly rounded sum of finite numbers, divided by their count."""
    numbers = [float(value) for value in values]
    if not numbers:
        return math.nan
    try:
        return math.fsum(numbers) / len(numbers)
    except OverflowError:
        total = float(sum(map(Fraction, numbers)) / _SCALE)
        return total / len(numbers) * _SCALE


def standard_deviation(values: Iterable[float]) -> float:
    """Returns the deviation of a sample (n - 1), computed exactly and rounded; NaN of one."""
    numbers = [Fraction(value) for value in values]
    count = len(numbers)
    if count < 2:
        return math.nan
    total = sum(numbers)
    # Exact, so that nothing cancels: the sum of squares less the squared sum.
    square = (count * sum(each * each for each in numbers) - total * total) / Fraction(
        count * (count - 1)
    )
    return _root(square.numerator, square.denominator)


def _root(numerator: int, denominator: int) -> float:
    """Returns the correctly rounded square root of a fraction.

    The root is taken to 109 bits or more, and its last bit is set if it is not exact (rounding
    to odd), so that the rounding to a double is that of the root itself: S. Boldo and
    G. Melquiond, "Emulation of FMA and Correctly Rounded Sums", IEEE TC 57, 2008, section 2.
    """
    if numerator == 0:
        return 0.0
    shift = (numerator.bit_length() - denominator.bit_length() - 109) // 2
    if shift >= 0:
        return float(_odd_root(numerator, denominator << 2 * shift) << shift)
    return _odd_root(numerator << -2 * shift, denominator) / (1 << -shift)


def _odd_root(numerator: int, denominator: int) -> int:
    root = math.isqrt(numerator // denominator)
    return root | (root * root * denominator != numerator)
