# SPDX-License-Identifier: Apache-2.0
"""Finished sweeps."""

from __future__ import annotations

import html
import json
import math
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _file, _table
from ._errors import RaniError
from ._file import Experiment, File
from ._run import Expectation, chart, options, read_json
from ._table import Table

if TYPE_CHECKING:
    import pandas as pd

_TABLE_COLUMNS = ("repetition", "seed", "metric", "value", "unit")
_TEXTS = frozenset({"trial", "failure", "metric", "unit"})


@dataclass(frozen=True)
class TrialResult:
    """A trial of a sweep.

    Attributes:
        trial: its name, a hash.
        variables: the values of variables as the file writes them.
        repetition: the trial among those of its variant, from 0.
        digest: SHA-256 of its trace, where the sweep has digests.
        failure: why it broke off, if it did; it then has no metrics.
        replay: the command that runs it alone.
    """

    trial: str
    variables: Mapping[str, str]
    repetition: int
    seed: int
    passed: bool
    expectations: tuple[Expectation, ...]
    metrics: Mapping[str, float]
    digest: str | None
    failure: str | None
    replay: str


class Sweep:
    """A finished sweep, read from its folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).absolute()
        self._identity = read_json(self.folder / "sweep.json")
        if not self._results.is_file():
            raise RaniError(
                f"{self.folder}: the sweep has not ended; rani.sweep(resume=…) goes on with it", 3
            )

    @property
    def _results(self) -> Path:
        return self.folder / "results.jsonl"

    @property
    def experiment(self) -> str:
        """The experiment's name."""
        return str(self._identity["experiment"])

    @property
    def mode(self) -> str:
        """``virtual`` or ``live``."""
        return str(self._identity["mode"])

    @property
    def passed(self) -> bool:
        """Whether all that the file expects came out, in every trial."""
        return all(trial.passed for trial in self.trials)

    @property
    def report(self) -> Path:
        """The page of the sweep."""
        return self.folder / "report.html"

    @cached_property
    def trials(self) -> tuple[TrialResult, ...]:
        """All trials, variant by variant in the order of the file."""
        found = {trial.trial: trial for trial in self._read()}
        order = self._wide.get("trial", [])
        known = [found.pop(name) for name in order if name in found]
        return (*known, *found.values())

    def _read(self) -> Iterator[TrialResult]:
        try:
            with self._results.open(encoding="utf-8") as file:
                for line in file:
                    yield _trial(json.loads(line))
        except (OSError, ValueError, KeyError) as e:
            raise RaniError(f"{self._results}: cannot be read ({e!r})", 3) from None

    @cached_property
    def _fields(self) -> dict[str, list[dict[str, Any]]]:
        path = self.folder / "fields.json"
        return read_json(path) if path.is_file() else {}

    @cached_property
    def _wide(self) -> Table:
        path = self.folder / "trials.csv"
        return _table.read(path, self._texts("trials.csv")) if path.is_file() else Table({})

    def _texts(self, file: str) -> frozenset[str]:
        """Returns the columns that are texts, whatever their cells look like."""
        told = {
            field["column"]
            for field in self._fields.get(file, [])
            if not field["unit"] and field["column"] != "passed"
        }
        return _TEXTS | told

    @cached_property
    def variables(self) -> Mapping[str, tuple[str, ...]]:
        """The variables, with the values of each as the file writes them, in its order."""
        values: dict[str, dict[str, None]] = {}
        for trial in self.trials:
            for name, value in trial.variables.items():
                values.setdefault(name, {})[value] = None
        return {name: tuple(each) for name, each in values.items()}

    @property
    def _variable_columns(self) -> list[str]:
        """Returns the columns of trials.csv that are variables, as texts or as numbers."""
        columns = list(self._wide)
        if "repetition" not in columns:
            return list(self.variables)
        return columns[columns.index("trial") + 1 : columns.index("repetition")]

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The unit of each metric."""
        summary = self._summary
        return dict(zip(summary["metric"], summary["unit"], strict=True))

    @cached_property
    def _summary(self) -> Table:
        path = self.folder / "summary.csv"
        if not path.is_file():
            raise RaniError(f"{self.folder}: a part of a sweep has no summary; merge the parts", 3)
        return _table.read(path, self._texts("summary.csv"))

    def table(self, metrics: str | Sequence[str] | None = None) -> Table:
        """Returns a row for each trial and metric that it has: the columns of :meth:`frame`."""
        names = {metrics} if isinstance(metrics, str) else set(metrics or ())
        variables = [_column(name) for name in self._variable_columns]
        columns: dict[str, list[Any]] = {name: [] for name in (*variables, *_TABLE_COLUMNS)}
        cells = self._variable_cells()
        order = {name: k for k, name in enumerate(self.units)}
        seen: set[str] = set()
        for trial in self.trials:
            row = cells[trial.trial]
            for metric in sorted(
                trial.metrics, key=lambda name: (order.get(name, len(order)), name)
            ):
                value = trial.metrics[metric]
                if (names and metric not in names) or not math.isfinite(value):
                    continue
                seen.add(metric)
                fixed = (trial.repetition, trial.seed, metric, value, self.units.get(metric, ""))
                for name, cell in zip(columns, (*row, *fixed), strict=True):
                    columns[name].append(cell)
        if names - seen:
            raise KeyError(f"no trial has {', '.join(sorted(names - seen))}")
        return Table(columns)

    def _variable_cells(self) -> dict[str, tuple[Any, ...]]:
        columns = self._variable_columns
        if "trial" not in self._wide:
            return {one.trial: tuple(one.variables.values()) for one in self.trials}
        rows = zip(*(self._wide[name] for name in columns), strict=True) if columns else None
        names = self._wide["trial"]
        return dict(zip(names, rows or ((),) * len(names), strict=True))

    def frame(self, metrics: str | Sequence[str] | None = None) -> pd.DataFrame:
        """Returns a tidy data frame with a row for each trial and metric.

        Its columns are the variables (as the file writes them, and as numbers in SI units where
        they are quantities), ``repetition``, ``seed``, ``metric``, ``value`` and ``unit``. A trial
        that has no such metric has no row.

        Args:
            metrics: these alone; by default all.
        """
        return self.table(metrics).frame()

    def wide(self) -> pd.DataFrame:
        """Returns ``trials.csv``: a row for each trial, a column for each metric."""
        return self._wide.frame()

    def summary(self) -> pd.DataFrame:
        """Returns ``summary.csv``: a row for each variant and metric, with all statistics."""
        return self._summary.frame()

    def intervals(self, metrics: str | Sequence[str] | None = None) -> pd.DataFrame:
        """Returns each variant's mean with its 95 % interval, ``low`` to ``high``.

        They are those of ``summary.csv``; of a single trial there is no interval.
        """
        names = {metrics} if isinstance(metrics, str) else set(metrics or ())
        summary = self._summary
        kept = [k for k, name in enumerate(summary["metric"]) if not names or name in names]
        missing = names - set(summary["metric"])
        if missing:
            raise KeyError(f"no trial has {', '.join(sorted(missing))}")
        shown = [*self._variables_of(summary), "metric", "trials", "mean"]
        columns = {name: [summary[name][k] for k in kept] for name in shown}
        half = [summary["half_width_95"][k] for k in kept]
        mean = columns["mean"]
        columns["low"] = [None if h is None else m - h for m, h in zip(mean, half, strict=True)]
        columns["high"] = [None if h is None else m + h for m, h in zip(mean, half, strict=True)]
        columns["unit"] = [summary["unit"][k] for k in kept]
        return Table(columns).frame()

    @staticmethod
    def _variables_of(summary: Table) -> list[str]:
        columns = list(summary)
        return columns[: columns.index("metric")]

    def means(
        self, by: Sequence[str] | None = None, metrics: str | Sequence[str] | None = None
    ) -> pd.DataFrame:
        """Returns means over the trials that have the same values of some variables.

        They are exact and rounded once, as rani's are: by all variables, which is the default,
        they are the means of ``summary.csv`` to the last digit.

        Args:
            by: names of variables; by default all. With fewer, trials of several variants are
                taken together, each counting alike.
        """
        table = self.table(metrics)
        keys = self._variable_columns if by is None else list(by)
        for name in keys:
            if name not in self._variable_columns:
                raise KeyError(f"there is no variable {name!r}; there is {self._variable_columns}")
        columns = [_column(name) for name in keys]
        groups: dict[tuple[Any, ...], list[float]] = {}
        key_cells = zip(*(table[name] for name in (*columns, "metric", "unit")), strict=True)
        for key, value in zip(key_cells, table["value"], strict=True):
            groups.setdefault(key, []).append(value)
        result: dict[str, list[Any]] = {name: [] for name in (*columns, "metric", "unit")}
        for key in groups:
            for name, cell in zip(result, key, strict=True):
                result[name].append(cell)
        result["trials"] = [len(values) for values in groups.values()]
        result["mean"] = [statistics.mean(values) for values in groups.values()]
        return Table(result).frame()

    def chart(self, which: int | str | None = None, /, **plot: Any) -> Any:
        """Returns a chart as :meth:`rani.Run.chart` does."""
        return chart(self.folder, which, plot)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes :meth:`frame` as a Parquet file.

        The experiment's file is kept in the metadata of its schema, as ``rani.experiment``.
        """
        pa = _table.needed("pyarrow", "Parquet files")
        parquet = _table.needed("pyarrow.parquet", "Parquet files", "pyarrow")
        file = (self.folder / "experiment.yaml").read_bytes()
        table = pa.table(dict(self.table()))
        parquet.write_table(
            table.replace_schema_metadata({"rani.experiment": file}), os.fspath(path)
        )

    def __repr__(self) -> str:
        outcome = "passed" if self.passed else "failed"
        return (
            f"<rani.Sweep of {self.experiment}, {len(self.trials)} trials, {outcome}, "
            f"in {self.folder}>"
        )

    def _repr_html_(self) -> str:
        failed = sum(not trial.passed for trial in self.trials)
        variables = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{html.escape(', '.join(values))}</td></tr>"
            for name, values in self.variables.items()
        )
        return (
            f"<b>{html.escape(self.experiment)}</b>, {len(self.trials)} trials, {failed} failed "
            f"(<a href='{html.escape(self.report.as_uri())}'>report</a>)"
            + (f"<table>{variables}</table>" if variables else "")
        )


def _column(variable: str) -> str:
    """Returns the column of a variable, whose name may be that of another column."""
    return f"variable.{variable}" if variable in _TABLE_COLUMNS else variable


def _trial(row: Mapping[str, Any]) -> TrialResult:
    return TrialResult(
        row["trial"],
        row["parameters"],
        row["repetition"],
        row["seed"],
        row["passed"],
        tuple(
            Expectation(one["name"], one["passed"], one.get("value"), one["bound"])
            for one in row.get("expect") or ()
        ),
        {
            name: math.nan if value is None else value
            for name, value in (row.get("metrics") or {}).items()
        },
        row.get("digest"),
        row.get("failure"),
        row.get("replay") or "",
    )


def sweep(
    file: File | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    pick: Mapping[str, Any] | None = None,
    seed: int | None = None,
    trials: int | None = None,
    jobs: int | None = None,
    digests: bool = False,
    out: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    on: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Sweep:
    """Runs all variants of an experiment in virtual time, as ``rani sweep`` does.

    Args:
        file: an experiment's file, the name of a shipped one, or a mapping with a file's keys.
        set: changes by path.
        pick: values of variables, one or a list: ``{"aqm": ["red", "codel"]}``.
        seed: of each variant's first trial, in place of the file's.
        trials: of each variant, in place of the file's.
        jobs: how many run at a time; by default as many as there are cores.
        digests: gives each trial the digest of its trace.
        out: the sweep's folder, new or empty; by default one of its own below ``./runs``.
        resume: the folder of a sweep that was interrupted, with which it goes on; ``file`` is
            then that of the sweep unless one is given.
        on: where the trials are run, in place of this machine: what ``--on`` takes.
        progress: shows on standard error how far it is.

    Raises:
        InvalidFile: nothing was started.
        RaniError: the sweep could not be carried out; what is done is kept in its folder.
    """
    if resume is not None and out is not None:
        raise RaniError("resume is the folder; out is for a new one", 2)
    chosen = ["--json", "--yes"]
    chosen += options(seed=seed, trials=trials, jobs=jobs, out=resume or out, on=on)
    chosen += ["--digests"] if digests else []
    chosen += ["--resume"] if resume is not None else []
    if file is None:
        if resume is None:
            raise RaniError("an experiment is needed, or a folder to resume", 2)
        outcome = _file.call_bare(
            "sweep", [*chosen, *_file.edits(set, pick)], done=frozenset({0, 1}), progress=progress
        )
    else:
        outcome = _file.call(
            "sweep",
            file,
            Experiment,
            chosen,
            set=set,
            pick=pick,
            done=frozenset({0, 1}),
            progress=progress,
        )
    return Sweep(outcome.json()["folder"])
