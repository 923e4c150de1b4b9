# SPDX-License-Identifier: Apache-2.0
"""Finished runs."""

from __future__ import annotations

import difflib
import html
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from . import _file
from ._errors import RaniError
from ._file import Experiment, File

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


class Metrics(Mapping[str, float]):
    """Numbers by the names of docs/metrics.md, in SI units."""

    def __init__(self, values: Mapping[str, float | None], folder: Path) -> None:
        self._values = {
            name: float("nan") if value is None else float(value) for name, value in values.items()
        }
        self._folder = folder

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
    return Run(Path(outcome.json()["report"]).parent)


def options(**values: Any) -> list[str]:
    """Returns an option for each value that is not ``None``."""
    chosen: list[str] = []
    for name, value in values.items():
        if value is not None:
            text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
            chosen += [f"--{name}", text]
    return chosen
