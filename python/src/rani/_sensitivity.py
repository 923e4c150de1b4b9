# SPDX-License-Identifier: Apache-2.0
"""Which choice of an experiment moves which number."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _file
from ._file import Experiment, File
from ._run import options
from ._table import Table

if TYPE_CHECKING:
    import pandas as pd


class Sensitivity:
    """What the alternatives to an experiment's choices did to its numbers.

    Attributes:
        trials: of each alternative, on the same seeds.
        alternatives: how many were tried.
        breaking: those by which an expectation of the file does not hold.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._numbers: list[Mapping[str, Any]] = told["numbers"]
        self.experiment = str(told["experiment"])
        self.trials = int(told["trials"])
        self.alternatives = int(told["alternatives"])
        self.breaking: tuple[str, ...] = tuple(told["breaking"])

    def table(self) -> Table:
        """Returns a row for each number and each alternative that moves it: see :meth:`frame`."""
        rows = [
            {
                **number["labels"],
                "metric": number["metric"],
                "paper": number.get("paper"),
                "ours": number.get("ours", math.nan),
                "alternative": effect["label"],
                "value": effect.get("ours", math.nan),
                "difference": effect.get("difference", math.nan),
                "half_width": effect.get("differenceHalfWidth", math.nan),
                "agrees": effect["agrees"],
            }
            for number in self._numbers
            for effect in number["effects"]
        ]
        return Table({name: [row[name] for row in rows] for name in (rows[0] if rows else ())})

    def frame(self) -> pd.DataFrame:
        """Returns a data frame with a row for each number and each alternative that moves it.

        Columns: the variables of the variant; ``metric``; ``paper``, what the paper prints;
        ``ours``, the mean with the file's choices; ``alternative``; ``value``, the mean with it,
        NaN if there is none; ``difference`` from ours and the half width of its 95 % interval;
        ``agrees``, whether it agrees with the paper.
        """
        return self.table().frame()

    def __repr__(self) -> str:
        return (
            f"<rani.Sensitivity of {self.experiment}, {self.alternatives} alternatives, "
            f"{len(self.breaking)} of them break it>"
        )


def sensitivity(
    file: File,
    *,
    choice: Sequence[str] = (),
    metric: Sequence[str] = (),
    set: Mapping[str, Any] | None = None,
    pick: Mapping[str, Any] | None = None,
    seed: int | None = None,
    trials: int | None = None,
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Sensitivity:
    """Tries each alternative to what a file chose, as ``rani sensitivity`` does.

    Args:
        file: an experiment's file, the name of a shipped one, or a mapping with a file's keys.
        choice: the choices that are tried; by default all of the file.
        metric: the numbers that are looked at; by default those that the paper prints.
        set: changes by path.
        pick: values of variables.
        seed: of the first trial, in place of the file's.
        trials: of each alternative; by default 5.
        jobs: how many run at a time; by default as many as there are cores.
        out: the folder, new or empty; by default one of its own below ``./runs``.
        progress: shows on standard error how far it is.

    Raises:
        InvalidFile: nothing was started.
        RaniError: it could not be carried out.
    """
    chosen = ["--json", "--yes", *options(seed=seed, trials=trials, jobs=jobs, out=out)]
    for name, values in (("--choice", choice), ("--metric", metric)):
        for value in values:
            chosen += [name, value]
    outcome = _file.call(
        "sensitivity",
        file,
        Experiment,
        chosen,
        set=set,
        pick=pick,
        done=frozenset({0, 1}),
        progress=progress,
    )
    return Sensitivity(outcome.json())
