# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, as exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class RaniError(Exception):
    """A verb of rani could not do what was asked.

    Attributes:
        message: what rani said, one or a few lines.
        exit_code: 2 for bad usage or input, 3 for what could not be carried out, 130 after an
            interruption; ``None`` where no process of rani was involved.
    """

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


class LauncherNotFound(RaniError):
    """There is no `rani` to start, or it is none that this package can use."""


@dataclass(frozen=True)
class Problem:
    """A problem of a topology or experiment, as ``rani validate --json`` tells it.

    Attributes:
        file: its path; ``<stdin>`` for what was made in Python.
        line: from 1; 0 where it is about the whole file.
        column: from 1; 0 where it is about the whole file.
        path: the keys that lead to the place in what was made in Python, such as
            ``("links", "n1 -- n2", "delay")``; empty for files.
        message: what is wrong.
        hint: the nearest right thing; may be empty.
    """

    file: str
    line: int
    column: int
    path: tuple[str | int, ...]
    message: str
    hint: str

    def __str__(self) -> str:
        if self.path:
            place = path_text(self.path)
        elif self.line:
            place = f"{self.file}:{self.line}:{self.column}"
        else:
            place = self.file
        return f"{place}: {self.message}" + (f"; {self.hint}" if self.hint else "")


def path_text(path: Sequence[str | int]) -> str:
    """Returns keys as Python writes them: ``["links"]["n1 -- n2"]["delay"]``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f'["{key}"]' for key in path)


class InvalidFile(RaniError):
    """A topology or experiment is not valid; nothing was started.

    Attributes:
        problems: at least one; at most 20 are told at once.
        more: how many others there are.
    """

    def __init__(self, problems: Sequence[Problem], more: int = 0) -> None:
        lines = [str(problem) for problem in problems]
        if more:
            lines.append(f"and {more} more")
        super().__init__("\n".join(lines), 2)
        self.problems = tuple(problems)
        self.more = more
