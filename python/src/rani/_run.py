# SPDX-License-Identifier: Apache-2.0
"""Finished runs."""

from __future__ import annotations

import difflib
import html
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _file, _launcher, _table
from ._errors import RaniError
from ._file import Experiment, File
from ._table import Table

if TYPE_CHECKING:
    import pandas as pd

#: The newest format of result.json, report.json and sweep.json that is read here.
FORMAT = 1


@dataclass(frozen=True)
class Expectation:
    """What the file expects, and what came of it.

    Attributes:
        value: of its metric, in SI units; ``None`` if the run has no such metric.
        bound: in the file's words, such as ``at least 50%``.
    """

    name: str
    passed: bool
    value: float | None
    bound: str


@dataclass(frozen=True)
class Trust:
    """Whether the machine was fast enough for a live run.

    Attributes:
        verdict: ``exact`` of virtual time, ``good``, or ``doubtful``.
    """

    verdict: str
    reasons: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.verdict != "doubtful"


@dataclass(frozen=True)
class ServiceFailure:
    """A service whose calls failed, in all trials together.

    Attributes:
        suspended: whether it was not called any more, after three failures in a row.
    """

    node: str
    service: str
    failures: int
    suspended: bool
    last_failure: str


@dataclass(frozen=True)
class Field:
    """What a metric is: its unit, its meaning in words, and how it is computed."""

    unit: str
    meaning: str
    computed: str


class Metrics(Mapping[str, float]):
    """Numbers by the names of docs/metrics.md, in SI units."""

    def __init__(self, values: Mapping[str, float | None], folder: Path) -> None:
        self._values = {
            name: float("nan") if value is None else float(value) for name, value in values.items()
        }
        self._folder = folder

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """What each metric means, and its unit."""
        told = _launcher.call("fields", os.fspath(self._folder), "--json").json()
        return {
            one["metric"]: Field(one["unit"], one["meaning"], one["computed"])
            for one in told["metrics"]
        }

    def unit(self, name: str) -> str:
        """Returns the unit of a metric: an SI unit, ``packets``, ``share`` or ``number``."""
        self[name]  # a name that is not there is told of
        return self.fields[name].unit

    def frame(self) -> pd.DataFrame:
        """Returns a data frame with a row for each metric: its value, unit and meaning."""
        fields = [self.fields[name] for name in self]
        return Table(
            {
                "metric": list(self),
                "value": list(self.values()),
                "unit": [field.unit for field in fields],
                "meaning": [field.meaning for field in fields],
            }
        ).frame()

    def __getitem__(self, name: str) -> float:
        try:
            return self._values[name]
        except KeyError:
            near = difflib.get_close_matches(name, self._values, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise KeyError(f"the run has no metric {name!r}{hint}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


class Run:
    """A finished run of one variant, read from its folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).absolute()
        self._result = read_json(self.folder / "result.json")

    @property
    def experiment(self) -> str:
        """The experiment's name."""
        return str(self._result["experiment"])

    @property
    def mode(self) -> str:
        """``virtual`` or ``live``."""
        return str(self._result["mode"])

    @property
    def seed(self) -> int:
        """The seed of the first trial."""
        return int(self._result["seed"])

    @property
    def trials(self) -> int:
        """How many trials it has; metrics are means over them."""
        return int(self._result.get("trials", 1))

    @property
    def passed(self) -> bool:
        """Whether all that the file expects came out, in every trial."""
        return bool(self._result["passed"])

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        return tuple(
            Expectation(one["name"], one["passed"], one.get("value"), one["bound"])
            for one in self._result.get("expect", ())
        )

    @cached_property
    def metrics(self) -> Metrics:
        return Metrics(self._result["metrics"], self.folder)

    @property
    def trust(self) -> Trust:
        told = self._result["trust"]
        return Trust(told["verdict"], tuple(told.get("reasons", ())))

    @property
    def service_failures(self) -> tuple[ServiceFailure, ...]:
        """Services that failed; a run may pass in spite of them."""
        return tuple(
            ServiceFailure(
                one["node"], one["service"], one["failures"], one["suspended"], one["last-failure"]
            )
            for one in self._result.get("service-failures", ())
        )

    @property
    def digest(self) -> str | None:
        """SHA-256 of the first trial's trace in virtual time; a live run has none."""
        return self.digests[0] if self.digests else None

    @property
    def digests(self) -> tuple[str, ...]:
        """The digest of each trial; empty of a live run."""
        one = self._result.get("digest")
        return (one,) if one else tuple(self._result.get("digests", ()))

    @property
    def report(self) -> Path:
        """The page of the run."""
        return self.folder / "report.html"

    def table(self, name: str, *, trial: int | None = None, bin: str | None = None) -> Table:
        """Returns a table of the run, or a series.

        Args:
            name: ``queue``, ``flows``, ``connections`` or another CSV file of the folder, of the
                trial that the report shows; or a series such as ``delay.n1`` (docs/plots.md),
                whose columns are ``series``, ``connection``, ``time_seconds``,
                ``until_seconds`` (of states), ``value`` and ``state``.
            trial: of a series, its number from 1.
            bin: of throughput and utilisation, the time over which they are means: ``100ms``.
        """
        path = self.folder / f"{name}.csv"
        if "/" not in name and path.is_file():
            return _table.read(path)
        if "." not in name:
            known = sorted(each.stem for each in self.folder.glob("*.csv"))
            raise KeyError(f"the run has no table {name!r}; it has {', '.join(known)}")
        return _series(self.folder, name, *options(trial=trial, bin=bin))

    def frame(self, name: str, *, trial: int | None = None, bin: str | None = None) -> pd.DataFrame:
        """Returns :meth:`table` as a data frame of pandas."""
        return self.table(name, trial=trial, bin=bin).frame()

    def flows(self) -> pd.DataFrame:
        """Returns ``flows.csv``: what each source offered, and what was delivered of it."""
        return self.frame("flows")

    @cached_property
    def series(self) -> tuple[str, ...]:
        """The names of the series that the run may have."""
        told = _launcher.call("series", os.fspath(self.folder), "--json").json()
        return tuple(told["series"])

    def events(
        self,
        *kinds: str,
        node: str | None = None,
        reason: str | None = None,
        service: str | None = None,
        source: str | None = None,
        destination: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        trial: int | None = None,
    ) -> list[dict[str, Any]]:
        """Returns events of the trace, as ``rani trace`` finds them (docs/trace-format.md).

        A live run has a trace of each node; a virtual run is run once more.

        Args:
            kinds: such as ``drop``; by default all.
            since: such as ``1.5s``, since go; ``until`` likewise.
            limit: the first so many.
        """
        chosen = options(
            node=node,
            reason=reason,
            service=service,
            source=source,
            destination=destination,
            since=since,
            until=until,
            limit=limit,
            trial=trial,
        )
        for kind in kinds:
            chosen += ["--kind", kind]
        told = _launcher.call("trace", os.fspath(self.folder), "--json", *chosen)
        return [json.loads(line) for line in told.out.splitlines()]

    def chart(self, which: int | str | None = None, /, **plot: Any) -> Any:
        """Returns a chart as Vega-Lite draws it: of altair, or a mapping where that is missing.

        Args:
            which: the number (from 0) or the name of one of the file's ``plots``.
            plot: in its place the keys of a plot (docs/plots.md): ``metric="delay.n1"``,
                ``kind="cdf"``.
        """
        return chart(self.folder, which, plot)

    def measure(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        metrics: str | tuple[str, ...] = (),
        trial: int | None = None,
    ) -> Measurement:
        """Measures it over another span of its time, as ``rani measure`` does."""
        return measure(self.folder, since=since, until=until, metrics=metrics, trial=trial)

    def __repr__(self) -> str:
        outcome = "passed" if self.passed else "failed"
        return f"<rani.Run of {self.experiment}, {self.mode}, {outcome}, in {self.folder}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'✓' if one.passed else '✗'}</td><td>{html.escape(one.name)}</td>"
            f"<td>{'' if one.value is None else f'{one.value:g}'}</td>"
            f"<td>{html.escape(one.bound)}</td></tr>"
            for one in self.expectations
        )
        return (
            f"<b>{html.escape(self.experiment)}</b>, {self.mode}, seed {self.seed}: "
            f"{'passed' if self.passed else 'failed'}, trust {html.escape(self.trust.verdict)} "
            f"(<a href='{html.escape(self.report.as_uri())}'>report</a>)"
            + (f"<table>{rows}</table>" if rows else "")
        )


def read_json(path: Path) -> dict[str, Any]:
    """Reads a JSON file of a run's folder; what a newer rani wrote is refused."""
    try:
        told = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as e:
        raise RaniError(f"{path}: cannot be read ({e})", 3) from None
    if not isinstance(told, dict):
        raise RaniError(f"{path}: is no JSON object", 3)
    written = told.get("format", 0)
    if written > FORMAT:
        raise RaniError(
            f"{path} has format {written} and was written by rani {told.get('rani')}; "
            f"this package reads formats up to {FORMAT}",
            3,
        )
    return told


def run(
    file: File,
    *,
    mode: Literal["live", "virtual"] = "live",
    set: Mapping[str, Any] | None = None,
    pick: Mapping[str, Any] | None = None,
    seed: int | None = None,
    trials: int | None = None,
    out: str | os.PathLike[str] | None = None,
    trust: bool = False,
    progress: bool = False,
) -> Run:
    """Runs an experiment, as ``rani run`` does, and returns when it has ended.

    Args:
        file: an experiment's file, the name of a shipped one, or a mapping with a file's keys.
        mode: real processes and sockets, or virtual time.
        set: changes by path: ``{"topology.links.n7 -- n8.delay": "300ms"}``.
        pick: values of variables: ``{"limiter": "codel"}``.
        seed: of the first trial, in place of the file's.
        trials: how many, in place of the file's.
        out: the run's folder, new or empty; by default one of its own below ``./runs``.
        trust: permits what the file runs, opens and trusts beyond this machine's loopback.
        progress: shows on standard error what rani says meanwhile.

    Raises:
        InvalidFile: nothing was started.
        RaniError: the run could not be carried out.
    """
    chosen = ["--json", "--mode", mode, *options(seed=seed, trials=trials, out=out)]
    chosen += ["--trust"] if trust else []
    outcome = _file.call(
        "run",
        file,
        Experiment,
        chosen,
        set=set,
        pick=pick,
        done=frozenset({0, 1}),
        progress=progress,
    )
    told = outcome.json()
    if "variants" in told:
        raise RaniError(
            f"the file has {len(told['variants']) + told['more-variants']} variants: pick=… leaves "
            f"one, rani.sweep runs all; what was run is in {told['folder']}, for rani.open",
            2,
        )
    return Run(Path(told["report"]).parent)


def options(**values: Any) -> list[str]:
    """Returns an option for each value that is not ``None``."""
    chosen: list[str] = []
    for name, value in values.items():
        if value is not None:
            text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
            chosen += [f"--{name}", text]
    return chosen


@dataclass(frozen=True)
class Measurement:
    """What a run is over another span of its time.

    Attributes:
        metrics: by name, in SI units.
        since_seconds: the span's begin, since go.
        until_seconds: its end; ``None`` if that is the end of the run.
        as_recorded: whether a virtual run, run once more, had the digest that was recorded.
    """

    metrics: Mapping[str, float]
    since_seconds: float
    until_seconds: float | None
    as_recorded: bool


def measure(
    folder: str | os.PathLike[str],
    *,
    since: str | None = None,
    until: str | None = None,
    metrics: str | tuple[str, ...] = (),
    trial: int | str | None = None,
) -> Measurement:
    """Measures a trial of a finished run or sweep over another span of its time.

    Args:
        since: such as ``10s``, since go; ``until`` likewise. By default as the file says.
        metrics: names, or patterns such as ``delay.*``; by default all.
        trial: of a run its number, of a sweep the beginning of its hash.
    """
    chosen = ["--json", *options(until=until, trial=trial)]
    chosen += ["--from", since] if since is not None else []
    for metric in (metrics,) if isinstance(metrics, str) else metrics:
        chosen += ["--metric", metric]
    outcome = _launcher.call("measure", os.fspath(folder), *chosen, done=frozenset({0, 1}))
    told = outcome.json()
    if "metrics" not in told:
        raise RaniError("a sweep is measured trial by trial: trial=… names one", 2)
    return Measurement(
        told["metrics"], told["from-seconds"], told.get("until-seconds"), told["as-recorded"]
    )


@dataclass(frozen=True)
class Comparison:
    """What ``rani compare --json`` prints of runs or sweeps beside the first."""

    told: Mapping[str, Any]
    csv: str

    def frame(self) -> pd.DataFrame:
        """Returns a row for each difference, in SI units."""
        return _table.read_text(self.csv).frame()


def compare(
    *folders: str | os.PathLike[str] | Run,
    metrics: str | tuple[str, ...] = (),
    pick: Mapping[str, Any] | None = None,
) -> Comparison:
    """Compares finished runs or sweeps with the first one, as ``rani compare`` does."""
    paths = [os.fspath(one.folder if isinstance(one, Run) else one) for one in folders]
    chosen = _file.edits(None, pick)
    for metric in (metrics,) if isinstance(metrics, str) else metrics:
        chosen += ["--metric", metric]
    told = _launcher.call("compare", *paths, "--json", *chosen).json()
    return Comparison(told, _launcher.call("compare", *paths, "--csv", *chosen).out)


def _series(folder: Path, name: str, *chosen: str) -> Table:
    outcome = _launcher.call("series", os.fspath(folder), name, "--json", *chosen)
    columns: dict[str, list[Any]] = {
        name: []
        for name in ("series", "connection", "time_seconds", "until_seconds", "value", "state")
    }
    for one in outcome.json()["series"]:
        count = len(one["time-seconds"])
        columns["series"] += [one["series"]] * count
        columns["connection"] += [one["connection"]] * count
        columns["time_seconds"] += one["time-seconds"]
        columns["until_seconds"] += one.get("until-seconds", [None] * count)
        columns["value"] += one.get("value", [None] * count)
        columns["state"] += one.get("state", [None] * count)
    return Table(columns)


def chart(folder: Path, which: int | str | None, plot: Mapping[str, Any]) -> Any:
    """Returns a chart of a folder: one of its file's plots, or one of these keys."""
    if plot and which is not None:
        raise RaniError("a plot is one of the file's, or has keys of its own", 2)
    chosen: list[str] = []
    for key, value in plot.items():
        option = f"--{key.replace('_', '-')}"
        if value is True:
            chosen.append(option)
        elif isinstance(value, Mapping):
            option = "--label" if key == "labels" else option
            for name, text in value.items():
                chosen += [option, f"{name}={text}"]
        else:
            several = value if isinstance(value, (list, tuple)) else [value]
            chosen += [option, ",".join(str(one) for one in several)]
    chosen += ["--only", which] if isinstance(which, str) else []
    with tempfile.TemporaryDirectory(prefix="rani-") as made:
        call = ["plot", os.fspath(folder), "--out", made, "--format", "tex", "--theme", "screen"]
        told = _launcher.call(*call, *chosen, done=frozenset({0, 1}))
        names = [line for line in told.out.splitlines() if line and not line.startswith(" ")]
        if not names:
            raise RaniError(told.err.strip() or "there is nothing to draw", told.exit_code)
        number = which if isinstance(which, int) else 0
        if not -len(names) <= number < len(names):
            raise RaniError(f"there is no plot {number}; there are {', '.join(names)}", 2)
        spec = json.loads(Path(made, f"{names[number]}.vl.json").read_text("utf-8"))
    try:
        import altair
    except ModuleNotFoundError:
        return spec
    return altair.Chart.from_dict(spec, validate=False)
