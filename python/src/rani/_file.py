# SPDX-License-Identifier: Apache-2.0
"""Topologies and experiments, from files or from what was made in Python."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from . import _launcher
from ._errors import InvalidFile, Problem, RaniError

_STDIN = "<stdin>"

#: How a topology holds a module or the envelope of one, in parts that a reader can bear.
_WASM = b"\0asm"
_MODULE = "data:application/wasm;base64,"
_ENVELOPE = "data:application/zip;base64,"
_PART_CHARACTERS = 4000

Key: TypeAlias = "str | int"
_Self = TypeVar("_Self", bound="_Document")


class _Document(Mapping[str, Any]):
    """A topology or experiment as a mapping, with the keys of files (docs/keys.md)."""

    _kind: str
    _name: str

    def __init__(self, keys: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        given = {**(keys or {}), **more}
        if self._kind not in given:
            given = {self._kind: self._name, **given}
        self._keys: dict[str, Any] = {key: _plain(value, (key,)) for key, value in given.items()}

    def __getitem__(self, key: str) -> Any:
        return self._keys[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return f"rani.{type(self).__name__}({self._keys!r})"

    def text(self) -> str:
        """Returns it as a file, which is JSON and so YAML, too."""
        return _Lines(self._keys).text

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, for the command line or another day."""
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(self.text())

    def check(self: _Self) -> _Self:
        """Has ``rani validate`` check it, and returns it.

        Raises:
            InvalidFile: what is not valid, each problem with its path of keys.
        """
        check(self)
        return self


class Topology(_Document):
    """A network: ``rani.Topology({"nodes": {...}, "links": {...}})``.

    Its ``modules`` are services in WebAssembly by their names: each the path of a file, from the
    working directory, or its bytes, or ``{"file": ..., "at": nodes}`` with one of them. A node's
    ``code`` says what it runs of what comes to it.
    """

    _kind = "topology"
    _name = "network"


class Experiment(_Document):
    """An experiment: ``rani.Experiment({"topology": ..., "traffic": [...]})``.

    Its ``topology`` may be a :class:`Topology`, a mapping, or the path of a file.
    """

    _kind = "experiment"
    _name = "experiment"


File: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"


def _plain(value: Any, path: tuple[Key, ...]) -> Any:
    """Returns a value of JSON's types; what cannot become one is named with its path."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise _invalid(path, f"keys are texts, not {key!r}")
        return {key: _plain(each, (*path, key)) for key, each in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise _invalid(path, f"{value} is no number of a file")
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        if path[-2:-1] == ("modules",) or path[-3::2] == ("modules", "file"):
            return _module(bytes(value))
        raise _invalid(path, "bytes have no place in a file but under `modules`")
    if isinstance(value, (Sequence, set, frozenset)):
        items = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [_plain(each, (*path, i)) for i, each in enumerate(items)]
    if hasattr(value, "item"):  # a number of numpy
        return _plain(value.item(), path)
    raise _invalid(path, f"a {type(value).__name__} has no place in a file")


def _module(code: bytes) -> str | list[str]:
    """Returns the code of a module as a topology holds it."""
    beginning = _MODULE if code.startswith(_WASM) else _ENVELOPE
    text = beginning + base64.b64encode(code).decode()
    if len(text) <= _PART_CHARACTERS:
        return text
    return [text[i : i + _PART_CHARACTERS] for i in range(0, len(text), _PART_CHARACTERS)]


def _invalid(path: tuple[Key, ...], message: str) -> InvalidFile:
    return InvalidFile([Problem(_STDIN, 0, 0, path, message, "")])


class _Lines:
    """JSON with a key or an item a line, and the path of keys that each line stands for."""

    def __init__(self, keys: Mapping[str, Any]) -> None:
        self._lines: list[str] = []
        self._paths: list[tuple[Key, ...]] = []
        self._write(keys, (), "", "")

    @property
    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def path(self, line: int) -> tuple[Key, ...]:
        return self._paths[line - 1] if 0 < line <= len(self._paths) else ()

    def _add(self, path: tuple[Key, ...], text: str) -> None:
        self._lines.append("  " * len(path) + text)
        self._paths.append(path)

    def _write(self, value: Any, path: tuple[Key, ...], before: str, after: str) -> None:
        if isinstance(value, dict) and value:
            self._add(path, before + "{")
            last = len(value) - 1
            for i, (key, each) in enumerate(value.items()):
                name = json.dumps(key, ensure_ascii=False) + ": "
                self._write(each, (*path, key), name, "," if i < last else "")
            self._add(path, "}" + after)
        elif isinstance(value, list) and value:
            self._add(path, before + "[")
            last = len(value) - 1
            for i, each in enumerate(value):
                self._write(each, (*path, i), "", "," if i < last else "")
            self._add(path, "]" + after)
        else:
            self._add(path, before + json.dumps(value, ensure_ascii=False) + after)


def given(file: File, kind: type[_Document]) -> tuple[str, str | None, _Lines | None]:
    """Returns the command line's argument for a file, its standard input, and its lines."""
    if isinstance(file, (str, os.PathLike)):
        named = os.fspath(file)
        if named == "-":
            raise RaniError("a file's path or a name is needed; - is standard input", 2)
        # A path that begins with a hyphen would be an option.
        return (f"./{named}" if named.startswith("-") else named), None, None
    document = file if isinstance(file, _Document) else kind(file)
    lines = _Lines(document._keys)
    return "-", lines.text, lines


def edits(set: Mapping[str, Any] | None, pick: Mapping[str, Any] | None) -> list[str]:
    """Returns the options --set and --pick."""
    options: list[str] = []
    for path, value in (set or {}).items():
        options += ["--set", f"{path}={_text(value)}"]
    for variable, value in (pick or {}).items():
        several = value if isinstance(value, (list, tuple)) else [value]
        for one in several:
            options += ["--pick", f"{variable}={_text(one)}"]
    return options


def _text(value: Any) -> str:
    plain = _plain(value, ())
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def check(
    file: File,
    *,
    set: Mapping[str, Any] | None = None,
    pick: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Checks a topology or an experiment as ``rani validate`` does, and starts nothing.

    Returns:
        what ``rani validate --json`` prints of a valid file: its kind, name, nodes and so on.

    Raises:
        InvalidFile: with the problems.
    """
    kind = Experiment if isinstance(file, Mapping) and "experiment" in file else Topology
    argument, stdin, lines = given(file, kind)
    return _validate(argument, stdin, lines, edits(set, pick))


def _validate(
    argument: str, stdin: str | None, lines: _Lines | None, options: list[str]
) -> dict[str, Any]:
    outcome = _launcher.call(
        "validate", argument, "--json", *options, stdin=stdin, done=frozenset({0, 2})
    )
    if outcome.exit_code == 0:
        return dict(outcome.json())
    if not outcome.out.strip():
        raise _launcher.failure(outcome)
    answer = outcome.json()
    raise InvalidFile(
        [_problem(each, lines) for each in answer.get("problems", [])], answer.get("more", 0)
    )


def _problem(told: Mapping[str, Any], lines: _Lines | None) -> Problem:
    file, line = told["file"], told.get("line", 0)
    path = lines.path(line) if lines is not None and file == _STDIN else ()
    return Problem(file, line, told.get("column", 0), path, told["message"], told.get("hint") or "")


def call(
    verb: str,
    file: File,
    kind: type[_Document],
    options: Sequence[str],
    *,
    set: Mapping[str, Any] | None,
    pick: Mapping[str, Any] | None,
    done: frozenset[int],
    progress: bool,
) -> _launcher.Outcome:
    """Starts a verb with a file; an input that is not valid becomes an :class:`InvalidFile`."""
    argument, stdin, lines = given(file, kind)
    changes = edits(set, pick)
    outcome = _launcher.start(
        [_launcher.find(), verb, argument, *options, *changes], stdin=stdin, progress=progress
    )
    if outcome.exit_code in done:
        return outcome
    if outcome.exit_code == 2:
        _validate(argument, stdin, lines, changes)
    raise _launcher.failure(outcome)


def call_bare(
    verb: str, options: Sequence[str], *, done: frozenset[int], progress: bool
) -> _launcher.Outcome:
    """Starts a verb that finds its file by itself."""
    return _launcher.call(verb, *options, done=done, progress=progress)
