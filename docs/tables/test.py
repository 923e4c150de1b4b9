#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of docs/tables/make: what it makes of results that are known."""

import importlib.machinery
import importlib.util
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("make", str(Path(__file__).with_name("make")))
SPEC = importlib.util.spec_from_loader("make", LOADER)
MAKE = importlib.util.module_from_spec(SPEC)
LOADER.exec_module(MAKE)


def row(seed, parameters, **metrics):
    return {"parameters": parameters, "seed": seed, "failure": None,
            "metrics": {name.replace("_", "."): value for name, value in metrics.items()}}


def results():
    rows = []
    for delay, plus in (("100ms", 0), ("10ms", 100)):
        for seed, value in ((1, 1000.0), (2, 1010.0), (3, 1020.0)):
            rows.append(row(seed, {"delay": delay, "aqm": "red"}, rate_all=value + plus, lost=0.0))
            rows.append(row(seed, {"delay": delay, "aqm": "acc"},
                            rate_all=1.1 * (value + plus) - seed, lost=4.0 + seed))
    return MAKE.Results(rows, {
        "variables": {"delay": ["10ms", "100ms"], "aqm": ["red", "acc"]},
        "baseline": {"aqm": "red"},
        "paper": [{"labels": {"delay": "10ms"}, "values": {"lost": "<5"}},
                  {"labels": {"delay": "10ms", "aqm": "acc"}, "values": {"lost": "3"}}]})


class Known:
    """Gives tables results without running anything."""

    def table(self, marker):
        return MAKE.filled(marker.partition("\n")[2], {"e": results()})

    def seconds(self, head):
        return 1.0, 2.0


def cell(field, labels=None):
    return MAKE.shown(field, {"e": results()}, {"labels": labels or {}, "above": {}})


class TablesTest(unittest.TestCase):
    def test_quantiles_are_those_of_published_tables_of_student_s_t(self):
        published = {1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 19: 2.093, 29: 2.045, 100: 1.984}
        for freedom, quantile in published.items():
            self.assertEqual(quantile, round(MAKE.student(freedom), 3))

    def test_forms_show_what_they_say(self):
        at = "delay=100ms aqm=red"
        self.assertEqual("1.01", cell(f"rate.all {at} *1e-3 mean.2"))
        # The deviation is 10, so the half width 4.3027 * 10 / sqrt(3).
        self.assertEqual("1010 ± 25", cell(f"rate.all {at} ci.0"))
        self.assertEqual("1000 to 1020", cell(f"rate.all {at} range.0"))
        self.assertEqual("0", cell(f"lost {at} range.0"))
        self.assertEqual("0.0", cell(f"lost {at} ci.1"))
        self.assertEqual("1000", cell(f"rate.all {at} least.0"))
        self.assertEqual("1020", cell(f"rate.all {at} most.0"))
        self.assertEqual("1010", cell(f"rate.all {at} median.0"))
        self.assertEqual("3030", cell(f"rate.all {at} sum.0"))
        self.assertEqual("\u22121010", cell(f"rate.all {at} *-1 mean.0"))

    def test_pairs_are_of_one_seed(self):
        # Differences of 99, 99 and 99 of 1010 in the mean: no interval at all.
        self.assertEqual("+9.8", cell("rate.all delay=100ms aqm=acc pair.1"))
        # 109, 109 and 109 less 0, 0 and 0 of 1110.
        self.assertEqual("+9.8", cell("rate.all delay=10ms aqm=acc pair.1"))
        # 104, 105 and 106 of 1010, with a deviation of 1: half a width of 4.3027 / sqrt(3).
        self.assertEqual("+10.40 ± 0.25", cell("rate.all+lost delay=100ms aqm=acc pair.2"))
        with self.assertRaisesRegex(MAKE.Wrong, "baseline's mean is 0"):
            cell("lost delay=100ms aqm=acc pair.1")

    def test_a_metric_may_be_a_sum_or_a_ratio_of_each_trial(self):
        self.assertEqual("1.00", cell("lost/lost delay=10ms aqm=acc mean.2"))
        self.assertEqual("12", cell("lost+lost delay=10ms aqm=acc mean.0"))

    def test_the_paper_is_quoted_for_the_labels_that_it_prints(self):
        self.assertEqual("3", cell("lost delay=10ms aqm=acc paper"))
        self.assertEqual("0.30", cell("lost delay=10ms aqm=acc *0.1 paper.2"))
        self.assertEqual("<5", cell("lost delay=10ms aqm=red paper"))
        with self.assertRaisesRegex(MAKE.Wrong, "prints no `lost`"):
            cell("lost delay=100ms aqm=red paper")

    def test_rows_are_repeated_for_the_values_of_variables(self):
        template = ("| delay | red |\n|---|---|\n"
                    "for delay: | {delay} | {rate.all aqm=red mean.0} |\n"
                    "for delay=100ms aqm: | {^delay} | {aqm}: {lost mean.0} |\n")
        self.assertEqual(
            "| delay | red |\n|---|---|\n| 10 ms | 1110 |\n| 100 ms | 1010 |\n"
            "|  | red: 0 |\n|  | acc: 6 |\n",
            MAKE.filled(template, {"e": results()}))

    def test_what_is_wrong_is_told(self):
        for field, why in (
                ("rate.all delay=100ms mean.1", "several variants"),
                ("no.such delay=100ms aqm=red mean.1", "no trial has"),
                ("rate.all delay=100ms aqm=red", "has no form"),
                ("rate.all delay=100ms aqm=red mean", "neither LABEL=VALUE"),
                ("f:rate.all mean.1", "does not run `f`")):
            with self.subTest(field), self.assertRaisesRegex(MAKE.Wrong, why):
                cell(field)
        with self.assertRaisesRegex(MAKE.Wrong, "variable `queue`"):
            MAKE.filled("for queue: | {queue} |", {"e": results()})

    def test_only_what_stands_between_the_comments_is_replaced(self):
        marker = "<!-- table: e\n| {lost delay=10ms aqm=acc mean.0} |\n-->\n"
        page = "before\n" + marker + "| old |\n<!-- end -->\nbehind\n"
        fresh = "before\n" + marker + "| 6 |\n<!-- end -->\nbehind\n"
        made, wrong, stale = MAKE.made(page, Known(), [], lambda text: None)
        self.assertEqual(fresh, made)
        self.assertEqual([], wrong)
        self.assertEqual(["line 2: e"], stale)
        self.assertEqual((fresh, [], []), MAKE.made(fresh, Known(), [], lambda text: None))
        self.assertEqual((page, [], []), MAKE.made(page, Known(), ["other"], lambda text: None))

    def test_a_table_that_cannot_be_made_stays_as_it_is(self):
        page = "<!-- table: e\n| {nothing mean.0} |\n-->\n| old |\n<!-- end -->\n"
        made, wrong, _ = MAKE.made(page, Known(), [], lambda text: None)
        self.assertEqual(page, made)
        self.assertEqual(1, len(wrong))


if __name__ == "__main__":
    unittest.main()
