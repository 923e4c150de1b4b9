# SPDX-License-Identifier: Apache-2.0
"""Tables of run folders."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import RaniError

if TYPE_CHECKING:
    import pandas as pd

csv.field_size_limit(1 << 30)

_WHOLE = re.compile(r"[-+]?\d+", re.ASCII)
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)


class Table(Mapping[str, "list[Any]"]):
    """Columns by their names, each a list; all of one length.

    Numbers are ``int`` or ``float``, what is absent is ``None``.
    """

    def __init__(self, columns: Mapping[str, list[Any]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def rows(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def frame(self) -> pd.DataFrame:
        """Returns it as a data frame of pandas."""
        frame: pd.DataFrame = needed("pandas", "data frames").DataFrame(self._columns)
        return frame

    def __repr__(self) -> str:
        return f"<rani.Table of {self.rows} rows: {', '.join(self._columns)}>"


def needed(module: str, what: str, extra: str | None = None) -> Any:
    """Imports a package that only some of this one needs."""
    import importlib

    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name != module:
            raise
        raise ImportError(
            f"{what} need {module}: pip install 'rani-net[{extra or module}]'"
        ) from None


def read_text(text: str) -> Table:
    """Reads CSV as :func:`read` does."""
    return _of(csv.reader(text.splitlines()), frozenset())


def read(path: Path, texts: frozenset[str] = frozenset()) -> Table:
    """Reads a CSV file with a header.

    A column is of whole numbers if all its cells are, of numbers if these are, else of texts; those
    in ``texts`` always are.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return _of(csv.reader(file), texts)
    except (OSError, ValueError, IndexError, csv.Error) as e:
        raise RaniError(f"{path}: cannot be read ({e})", 3) from None


def _of(lines: Iterable[list[str]], texts: frozenset[str]) -> Table:
    header, *rows = lines
    columns: dict[str, list[Any]] = {}
    for i, name in enumerate(header):
        cells = [row[i] for row in rows]
        columns[name] = list(cells) if name in texts else typed(cells)
    return Table(columns)


def typed(cells: Sequence[str]) -> list[Any]:
    if all(cell in ("", "true", "false") for cell in cells) and any(cells):
        return [None if cell == "" else cell == "true" for cell in cells]
    if all(cell == "" or _NUMBER.fullmatch(cell) for cell in cells):
        whole = all(cell == "" or _WHOLE.fullmatch(cell) for cell in cells)
        kind = int if whole else float
        return [None if cell == "" else kind(cell) for cell in cells]
    return list(cells)
