# SPDX-License-Identifier: Apache-2.0
"""Finds the launcher `rani`, and starts it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

from . import _bundled
from ._errors import LauncherNotFound, RaniError
from ._version import __version__

_HOW_TO_GET_ONE = (
    "`pip install rani-net` on Linux x86-64 brings one; else install rani "
    "(docs/install.md) so that `rani` is on the PATH, or name its launcher: the environment "
    "variable RANI, or `rani.launcher = '/opt/rani/rani'`"
)

#: How long a process has to end after SIGINT, then after SIGTERM, in seconds.
_END_SECONDS = ((signal.SIGINT, 20.0), (signal.SIGTERM, 10.0), (signal.SIGKILL, 10.0))

#: What is kept of the end of standard error, in lines.
_LINES_MAX = 200

_DONE = frozenset({0})


@dataclass(frozen=True)
class Outcome:
    """What a process of rani came to."""

    exit_code: int
    out: str
    err: str

    def json(self) -> Any:
        try:
            return json.loads(self.out)
        except ValueError:
            raise RaniError(
                f"rani printed no JSON but {self.out[:200]!r}", self.exit_code
            ) from None


_checked: dict[str, dict[str, Any]] = {}


def find() -> str:
    """Returns the path of the launcher; its version goes with this package."""
    path, source = _candidate()
    if path not in _checked:
        _checked[path] = _check(path, source)
    return path


def version() -> dict[str, Any]:
    """Returns what ``rani --version --json`` prints: version, commit, java and so on."""
    return dict(_checked[find()])


def _candidate() -> tuple[str, str]:
    said = getattr(sys.modules.get("rani"), "launcher", None)
    if said is not None:
        return os.fspath(said), "rani.launcher"
    if os.environ.get("RANI"):
        return os.environ["RANI"], "the environment variable RANI"
    bundled = _bundled.launcher()
    if bundled is not None:
        return bundled, "the package"
    on_path = shutil.which("rani")
    if on_path is not None:
        return on_path, "the PATH"
    raise LauncherNotFound(f"there is no launcher of rani: {_HOW_TO_GET_ONE}")


def _check(path: str, source: str) -> dict[str, Any]:
    def refuse(why: str) -> NoReturn:
        raise LauncherNotFound(f"{path}, from {source}, {why}: {_HOW_TO_GET_ONE}")

    if not Path(path).is_file():
        refuse("is no file")
    try:
        outcome = start([path, "--version", "--json"])
    except OSError as e:
        refuse(f"cannot be started ({e.strerror})")
    try:
        answer = json.loads(outcome.out)
        launched = answer["version"]
        known = isinstance(answer["commit"], str) and isinstance(launched, str)
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        last = outcome.err.strip().splitlines()
        refuse("is not rani" + (f" ({last[-1]})" if last else ""))
    if not is_compatible(launched, __version__):
        refuse(f"is rani {launched}, and this package is rani-net {__version__}")
    return dict(answer)


def is_compatible(launcher: str, package: str) -> bool:
    """Returns whether the launcher does what the package asks of it.

    While the first number is 0 a rise of the second may break what is there, and a rise of the
    last adds to it (docs/compatibility.md); from 1 on that holds of the first and second.
    """
    one, other = _numbers(launcher), _numbers(package)
    if one is None or other is None:
        return False
    fixed = 2 if one[0] == 0 else 1
    return one[:fixed] == other[:fixed] and one >= other


def _numbers(version: str) -> tuple[int, ...] | None:
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", version)
    return tuple(int(number) for number in found.groups()) if found else None


def call(
    *arguments: str,
    stdin: str | None = None,
    done: frozenset[int] = _DONE,
    progress: bool = False,
) -> Outcome:
    """Starts a verb, waits for its end, and returns what it printed.

    An exception here, such as a KeyboardInterrupt, ends the process first, as Ctrl-C does.

    Args:
        done: exit codes that are results; with others there is an exception.
        progress: whether what rani says on standard error is shown as it comes.
    """
    outcome = start([find(), *arguments], stdin=stdin, progress=progress)
    if outcome.exit_code not in done:
        raise failure(outcome)
    return outcome


def failure(outcome: Outcome) -> RaniError:
    """Returns the exception of a verb that has failed."""
    message = outcome.err.strip() or outcome.out.strip()
    return RaniError(message or f"rani ended with {outcome.exit_code}", outcome.exit_code)


def start(command: Sequence[str], *, stdin: str | None = None, progress: bool = False) -> Outcome:
    """Runs a command to its end."""
    process = spawn(command, stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE)
    said: deque[str] = deque(maxlen=_LINES_MAX)
    assert process.stdout is not None and process.stderr is not None
    threads = [_thread(_follow, process.stderr, said, progress)]
    if stdin is not None:
        assert process.stdin is not None
        threads.append(_thread(_feed, process.stdin, stdin))
    try:
        out = process.stdout.read()
        process.wait()
        for thread in threads:
            thread.join()
    except BaseException:
        end(process)
        raise
    finally:
        process.stdout.close()
    return Outcome(process.returncode, out.decode("utf-8", "replace"), "".join(said))


def spawn(
    command: Sequence[str],
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Starts a process in a session of its own: Ctrl-C reaches it through this package alone."""
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        env=os.environ | {"NO_COLOR": "1"},
    )


def _thread(target: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _follow(stream: IO[bytes], said: deque[str], progress: bool) -> None:
    with stream:
        for raw in stream:
            line = raw.decode("utf-8", "replace")
            said.append(line)
            if progress:
                print(line, end="", file=sys.stderr, flush=True)


def _feed(stream: IO[bytes], text: str) -> None:
    # A verb that refuses its options does not read.
    with contextlib.suppress(BrokenPipeError), stream:
        stream.write(text.encode())


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that :func:`spawn` started, in steps; returns when it has ended."""
    for each, seconds in _END_SECONDS:
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, each)
        # Another Ctrl-C goes on to the next step.
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(seconds)
