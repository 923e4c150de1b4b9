# SPDX-License-Identifier: Apache-2.0
import csv
import json
import math
import random
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

import rani


def summary(sweep: rani.Sweep) -> dict[tuple[str, str, str], dict[str, str]]:
    with (sweep.folder / "summary.csv").open(newline="") as file:
        return {(row["limit"], row["load"], row["metric"]): row for row in csv.DictReader(file)}


def exact(values: list[float]) -> float:
    total = sum(map(Fraction, values), Fraction()) / len(values)
    return total.numerator / total.denominator


def test_is_tidy(lossy: rani.Sweep) -> None:
    frame = lossy.frame()
    assert list(frame.columns) == [
        "limit",
        "limit_packets",
        "load",
        "load_per_second",
        "repetition",
        "seed",
        "metric",
        "value",
        "unit",
    ]
    assert len(frame[frame["metric"] == "through.n1"]) == 20
    assert sorted(frame["load_per_second"].unique()) == [80, 130]
    assert dict(lossy.variables)["limit"] == ("3packet", "10packet")


def test_means_are_those_of_the_summary_to_the_last_digit(lossy: rani.Sweep) -> None:
    told = summary(lossy)
    means = lossy.means()
    assert len(means) == len(told)
    for row in means.to_dict("records"):
        cell = told[row["limit"], row["load"], row["metric"]]
        assert row["mean"] == float(cell["mean"]), row["metric"]
        assert row["trials"] == int(cell["trials"])


def test_deviations_of_the_summary_are_exact_too(lossy: rani.Sweep) -> None:
    groups = lossy.frame().groupby(["limit", "load", "metric"])["value"]
    told = summary(lossy)
    for key, values in groups:
        numbers = [Fraction(value) for value in values]
        mean = sum(numbers, Fraction()) / len(numbers)
        square = sum((each - mean) ** 2 for each in numbers) / (len(numbers) - 1)
        deviation = told[key]["standard_deviation"]  # type: ignore[index]
        # The root is the double that no other is nearer to: between the halves beside it.
        root = float(deviation)
        low = (Fraction(root) + Fraction(math.nextafter(root, -math.inf))) / 2
        high = (Fraction(root) + Fraction(math.nextafter(root, math.inf))) / 2
        assert low <= 0 or low**2 <= square
        assert square <= high**2


def hostile(draw: random.Random) -> list[float]:
    values = [
        draw.choice([1e300, -1e300, 1e308, 1.0, 5e-324, 0.1, 2.0**53, draw.gauss(0, 1)])
        for _ in range(draw.randint(1, 12))
    ]
    return values + [-value for value in values if draw.random() < 0.5]


@pytest.mark.parametrize("seed", range(40))
def test_means_of_hostile_values_are_exact(seed: int, tmp_path: Path) -> None:
    values = hostile(random.Random(seed))
    (tmp_path / "sweep.json").write_text('{"format": 1, "experiment": "hostile"}')
    (tmp_path / "summary.csv").write_text("metric,unit\nm,number\n")
    with (tmp_path / "results.jsonl").open("w") as file:
        for k, value in enumerate(values):
            row = {"trial": f"{k:x}", "parameters": {}, "repetition": k, "seed": k}
            file.write(json.dumps({**row, "passed": True, "metrics": {"m": value}}) + "\n")
    sweep = rani.open(tmp_path)
    assert isinstance(sweep, rani.Sweep)
    assert sweep.means()["mean"].to_list() == [exact(values)]


def test_intervals_are_those_of_the_summary(lossy: rani.Sweep) -> None:
    told = summary(lossy)
    for row in lossy.intervals("through.n1").to_dict("records"):
        cell = told[row["limit"], row["load"], "through.n1"]
        mean, half = float(cell["mean"]), float(cell["half_width_95"])
        assert (row["low"], row["high"]) == (mean - half, mean + half)


def test_parquet_is_the_frame(lossy: rani.Sweep, tmp_path: Path) -> None:
    lossy.to_parquet(tmp_path / "lossy.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "lossy.parquet"), lossy.frame())


def test_a_trial_runs_again_from_what_it_says(lossy: rani.Sweep) -> None:
    trial = lossy.trials[7]
    again = rani.run(
        lossy.folder / "experiment.yaml",
        mode="virtual",
        pick=trial.variables,
        seed=trial.seed,
        trials=1,
    )
    assert again.digest == trial.digest
    assert {name: again.metrics[name] for name in trial.metrics} == dict(trial.metrics)


def test_charts_are_those_of_the_file(lossy: rani.Sweep) -> None:
    assert "vega-lite" in lossy.chart(0).to_dict(validate=False)["$schema"]
    with pytest.raises(rani.RaniError, match="no plot"):
        lossy.chart("arivals")


def test_an_unfinished_one_is_not_taken_for_a_whole(lossy: rani.Sweep, tmp_path: Path) -> None:
    (tmp_path / "sweep.json").write_bytes((lossy.folder / "sweep.json").read_bytes())
    with pytest.raises(rani.RaniError, match="resume"):
        rani.open(tmp_path)


def test_an_interrupted_one_goes_on(lossy: rani.Sweep, tmp_path: Path) -> None:
    for name in ("sweep.json", "experiment.yaml"):
        (tmp_path / name).write_bytes((lossy.folder / name).read_bytes())
    lines = (lossy.folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_bytes(b"".join(lines[:13]))
    resumed = rani.sweep(resume=tmp_path)
    assert (resumed.folder / "results.jsonl").read_bytes() == (
        lossy.folder / "results.jsonl"
    ).read_bytes()
