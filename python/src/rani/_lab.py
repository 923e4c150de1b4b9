# SPDX-License-Identifier: Apache-2.0
"""Live networks."""

from __future__ import annotations

import atexit
import contextlib
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import threading
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from . import _file, _launcher
from ._errors import RaniError
from ._file import File, Topology
from ._run import options, read_json

#: For how long a served network may take to say where it listens, and a request to be answered.
_SERVED_SECONDS = 60.0
_ANSWER_SECONDS = 60.0

#: Events and packets of a capture are held back for so long, to be in order of time.
_HELD_BACK_SECONDS = 0.5

_INVALID = frozenset({400, 404, 405, 413, 414, 415})

_open: dict[int, Lab] = {}


@dataclass(frozen=True)
class Sample:
    """A metric of a network that is up, as Prometheus sees it."""

    name: str
    labels: Mapping[str, str]
    value: float


@dataclass(frozen=True)
class Code:
    """Code in WebAssembly at a node that is up.

    Attributes:
        name: of the service that it is or would be; empty if that is not known.
        origin: ``file``, who signed what was loaded, or the address that it came from.
        state: ``running``, ``suspended``, ``stopped``, ``dormant``, ``fetching``, ``compiling``,
            ``kept`` or ``refused``.
        refusal: why it does not run, or ``None``.
        packets: that were shown to it; ``calls`` are those and others.
        traps: calls that its sandbox ended.
        last_failure: ``None`` if no call has failed.
    """

    node: str
    name: str
    sha256: str
    bytes: int
    origin: str
    state: str
    packets: int
    calls: int
    fuel_used: int
    traps: int
    failures: int
    refusal: str | None = None
    last_failure: str | None = None


#: Keys of a code that this version knows; a network may tell more.
_CODE = frozenset(field.name.replace("_", "-") for field in fields(Code))


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float | None) -> None:
        super().__init__("lab", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Lab:
    """A network that is up; :func:`up` makes one.

    It is a context manager: leaving the block, also by an exception or Ctrl-C, ends every process
    of the network.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._token = str(read_json(folder / "run.json")["token"])
        self._server: subprocess.Popen[bytes] | None = None
        self._address = ""
        self._closed = False
        _open[id(self)] = self

    def _serve(self) -> None:
        process = _launcher.spawn([_launcher.find(), "serve", "--run", str(self.folder), "--json"])
        self._server = process
        said: list[str] = []
        follower = threading.Thread(target=_drain, args=(process.stderr, said), daemon=True)
        follower.start()
        # What stands at the pipe's end when the time is over is nothing, so that it is ended.
        timer = threading.Timer(_SERVED_SECONDS, process.kill)
        timer.start()
        assert process.stdout is not None
        line = process.stdout.readline()
        timer.cancel()
        if not line:
            process.wait()
            follower.join()
            raise RaniError("".join(said).strip() or "rani serve ended", process.returncode)
        self._address = json.loads(line)["address"]

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the network and what serves it; a second call does nothing."""
        if self._closed:
            return
        try:
            _down(self.folder)
        finally:
            if self._server is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._server.wait(5)  # it sees that the network has ended
                _launcher.end(self._server)
                for stream in (self._server.stdout,):
                    if stream is not None:
                        stream.close()
        self._closed = True
        _open.pop(id(self), None)

    # --- The network's API: docs/lab-api.md.

    def _connect(self, timeout: float | None) -> http.client.HTTPConnection:
        if self._closed:
            raise RaniError(f"{self.folder.name} has ended", 3)
        if self._address.startswith("unix:"):
            return _UnixConnection(self._address.removeprefix("unix:"), timeout)
        return http.client.HTTPConnection(self._address, timeout=timeout)

    def _request(
        self, route: str, body: Any = None, timeout: float | None = _ANSWER_SECONDS
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection = self._connect(timeout)
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            if body is None:
                connection.request("GET", route, headers=headers)
            else:
                headers["Content-Type"] = "application/json"
                connection.request("POST", route, json.dumps(body).encode(), headers)
            response = connection.getresponse()
            if response.status >= 400:
                raise _refused(response)
        except OSError as e:
            connection.close()
            raise RaniError(f"{self.folder.name} does not answer ({e})", 3) from None
        except BaseException:
            connection.close()
            raise
        return connection, response

    def _ask(self, route: str, body: Any = None) -> Any:
        connection, response = self._request(route, body)
        with contextlib.closing(connection):
            return json.loads(response.read())

    def get(self, route: str, **query: str) -> Any:
        """Asks a route of docs/lab-api.md: ``lab.get("queues", node="n2")``."""
        asked = f"?{urllib.parse.urlencode(query)}" if query else ""
        return self._ask(f"/v1/{route}{asked}")

    def state(self) -> dict[str, Any]:
        """Returns the network's run, nodes with their states, and links."""
        return dict(self._ask("/v1"))

    def topology(self) -> str:
        """Returns the network as it is now, as a topology file."""
        connection, response = self._request("/v1/topology")
        with contextlib.closing(connection):
            return response.read().decode()

    def links(self) -> dict[str, dict[str, Any]]:
        """Returns each direction of a link by its name, such as ``n1->n2``."""
        return _merged(self.get("links"))

    def queues(self) -> dict[str, dict[str, Any]]:
        """Returns each queue by node and name, as :meth:`get` does."""
        return dict(self.get("queues"))

    def code(self, *, node: str | None = None) -> list[Code]:
        """Returns the code in WebAssembly of all nodes, or of one."""
        named = {} if node is None else {"node": node}
        return [
            Code(at, **{key.replace("-", "_"): value for key, value in one.items() if key in _CODE})
            for at, all_of_it in self.get("code", **named).items()
            for one in all_of_it["codes"]
        ]

    def exec(self, line: str) -> str:
        """Executes a line of the console, such as ``n1 ping n3``, and returns what it prints.

        Raises:
            RaniError: the line is none, or could not be carried out.
        """
        answer = self._ask("/v1/console", {"line": line})
        if answer["exit"] > 1:
            raise RaniError(answer["output"].strip(), answer["exit"])
        return str(answer["output"])

    def operate(self, operation: Mapping[str, Any]) -> dict[str, Any]:
        """Carries out an entry of a schedule without its time; at all nodes concerned or at none.

        ``lab.operate({"node": "n1", "inject": {"to": "n3", "count": 5}})``
        """
        return dict(self._ask("/v1/operations", dict(operation)))

    def set_link(self, link: str, **values: Any) -> dict[str, Any]:
        """Changes a link, or one direction of it.

        ``lab.set_link("n1 -> n2", delay="50ms", loss="1%")``
        """
        named = {name.replace("_", "-"): value for name, value in values.items()}
        return self.operate({"link": link, "set": named})

    def cut(self, link: str) -> dict[str, Any]:
        """Takes a link down, ``n1 -- n2``, or one direction of it, ``n1 -> n2``."""
        return self.operate({"cut": link})

    def mend(self, link: str) -> dict[str, Any]:
        """Takes a link that was cut up again."""
        return self.operate({"mend": link})

    def tell(self, node: str, service: str, verb: str, *arguments: str) -> Any:
        """Calls a verb of a node's service, and returns its reply."""
        body = {"node": node, "service": service, "verb": verb, "arguments": list(arguments)}
        return self._ask("/v1/tell", body)

    def metrics(self) -> list[Sample]:
        """Returns the metrics of all nodes, each with the label ``node``."""
        connection, response = self._request("/v1/metrics")
        with contextlib.closing(connection):
            return list(_samples(response.read().decode()))

    def events(self, *, node: str | None = None, seconds: float | None = None) -> Events:
        """Follows what happens from now on, in order of time.

        Args:
            node: only what happens there.
            seconds: ends after that; by default it ends with the network.
        """
        asked = f"?node={urllib.parse.quote(node)}" if node is not None else ""
        connection, response = self._request(f"/v1/events{asked}")
        return Events(connection, response, seconds)

    def capture(
        self,
        *ends: str,
        to: str | os.PathLike[str],
        filter: str | None = None,
        count: int | None = None,
        duration: str | None = None,
        snaplen: int | None = None,
        inner: bool = False,
    ) -> Capture:
        """Captures frames at link ends, such as ``n1:n2``, into a pcapng file.

        It has begun when this returns, and goes on beside the program: until its block is left or
        it is stopped, or until ``count`` packets or ``duration`` have passed.

        Args:
            ends: of links; by default all.
            filter: conditions as of ``rani capture``: ``from=n1 proto=rdp``.
            inner: the IPv4 packets alone, without RANI headers.
        """
        body = {
            "ends": list(ends) or None,
            "filter": filter,
            "count": count,
            "duration": duration,
            "snaplen": snaplen,
            "inner": inner or None,
        }
        asked = {key: value for key, value in body.items() if value is not None}
        connection, response = self._request("/v1/captures", asked)
        return Capture(connection, response, Path(to))

    def __repr__(self) -> str:
        return f"<rani.Lab in {self.folder}, {'ended' if self._closed else 'up'}>"


class Events(Iterator[dict[str, Any]]):
    """Events of a network that is up: a mapping each, with ``kind``, ``node`` and ``text``."""

    def __init__(
        self,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        seconds: float | None,
    ) -> None:
        self._connection = connection
        self._response = response
        self._until = None if seconds is None else time.monotonic() + seconds

    def __next__(self) -> dict[str, Any]:
        while True:
            line = self._line()
            if not line:
                self.close()
                raise StopIteration
            if line.startswith(b"data:"):
                return dict(json.loads(line[5:]))

    def _line(self) -> bytes:
        if self._response.isclosed():
            return b""
        left = None if self._until is None else self._until - time.monotonic()
        if left is not None and left <= 0:
            return b""
        try:
            if self._connection.sock is not None:
                self._connection.sock.settimeout(left)
            return self._response.readline()
        except (OSError, ValueError, http.client.HTTPException):
            return b""

    def close(self) -> None:
        self._response.close()
        self._connection.close()

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Capture:
    """A capture that runs; ``path`` is its file."""

    def __init__(
        self,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        path: Path,
    ) -> None:
        self.path = path
        self._connection = connection
        self._response = response
        self._socket = connection.sock
        self._file = path.open("wb")
        self._thread = threading.Thread(target=self._copy, daemon=True)
        if self._socket is not None:
            self._socket.settimeout(None)
        self._thread.start()

    def _copy(self) -> None:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while data := self._response.read1(1 << 16):
                self._file.write(data)

    def wait(self, seconds: float | None = None) -> Path:
        """Waits until it has ended by its own limit, and returns its file."""
        self._thread.join(seconds)
        if self._thread.is_alive():
            raise TimeoutError(f"the capture has not ended within {seconds} s")
        return self.stop()

    def stop(self) -> Path:
        """Ends it, and returns its file, which has whole packets only."""
        if self._file.closed:
            return self.path
        if self._thread.is_alive():
            self._thread.join(_HELD_BACK_SECONDS)
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._response.close()
        self._connection.close()
        self._file.close()
        _trim(self.path)
        return self.path

    def __enter__(self) -> Capture:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _trim(path: Path) -> None:
    """Cuts off what is no whole block of a pcapng file."""
    size = path.stat().st_size
    end = 0
    with path.open("r+b") as file:
        order = "<"
        while end + 12 <= size:
            file.seek(end)
            head = file.read(12)
            if head[:4] == b"\n\r\r\n":  # a section header tells the order of bytes
                order = "<" if head[8:] == b"\x4d\x3c\x2b\x1a" else ">"
            (length,) = struct.unpack(order + "I", head[4:8])
            if length < 12 or end + length > size:
                break
            end += length
        file.truncate(end)


def _drain(stream: IO[bytes], said: list[str]) -> None:
    with stream:
        for line in stream:
            said[:] = [*said[-20:], line.decode("utf-8", "replace")]


def _refused(response: http.client.HTTPResponse) -> RaniError:
    text = response.read().decode("utf-8", "replace")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        text = json.loads(text)["error"]
    return RaniError(text, 2 if response.status in _INVALID else 3)


def _merged(by_node: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: dict(each) for all in by_node.values() for name, each in all.items()}


_SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)(?: \S+)?$")
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")


def _samples(text: str) -> Iterator[Sample]:
    for line in text.splitlines():
        found = None if line.startswith("#") else _SAMPLE.match(line)
        if found:
            labels = {
                name: _ESCAPED.sub(lambda e: "\n" if e[1] == "n" else e[1], value)
                for name, value in _LABEL.findall(found[2] or "")
            }
            yield Sample(found[1], labels, float(found[3]))


def _down(folder: Path) -> None:
    if not (folder / "run.json").is_file():
        return
    command = [_launcher.find(), "down", str(folder), "--json"]
    try:
        outcome = _launcher.start(command)
    except KeyboardInterrupt:
        _launcher.start(command)  # Ctrl-C has ended what ends the network: once more
        raise
    if outcome.exit_code != 0:
        raise _launcher.failure(outcome)


@atexit.register
def _close_all() -> None:
    for lab in list(_open.values()):
        with contextlib.suppress(RaniError, OSError):
            lab.close()


def up(
    topology: File | None = None,
    *,
    topo: str | None = None,
    link: Mapping[str, Any] | None = None,
    node: Mapping[str, Any] | None = None,
    set: Mapping[str, Any] | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    trace: bool = False,
    trust: bool = False,
    progress: bool = False,
) -> Lab:
    """Starts a topology, a process for each node, and returns when all links are up.

    Use it in a ``with`` statement, whose end is the network's::

        with rani.up("linear-3") as lab:
            print(lab.exec("n1 ping n3"))

    Args:
        topology: a file, the name of a shipped one, or a mapping with a file's keys.
        topo: in its place a shape, such as ``ring,6``; ``link`` and ``node`` are then what holds
            for each: ``{"delay": "10ms"}``.
        set: changes by path.
        out: the run's folder, new or empty; by default one of its own below ``./runs``.
        trace: has the nodes write their traces.
        trust: permits what the file runs, opens and trusts beyond this machine's loopback.

    Raises:
        InvalidFile: nothing was started.
        RaniError: the network did not come up; nothing is left of it.
    """
    folder = (Path(out) if out is not None else _folder()).absolute()
    chosen = ["--json", *options(out=folder, seed=seed, topo=topo)]
    for name, values in (("--link", link), ("--node", node)):
        for key, value in (values or {}).items():
            chosen += [name, f"{key}={value}"]
    chosen += ["--trace"] if trace else []
    chosen += ["--trust"] if trust else []
    done = frozenset({0})
    if (topology is None) == (topo is None):
        raise RaniError("a topology is needed, or `topo` with a shape", 2)
    was_there = folder.exists() and any(folder.iterdir())
    try:
        if topology is None:
            _file.call_bare("up", [*chosen, *_file.edits(set, None)], done=done, progress=progress)
        else:
            _file.call(
                "up", topology, Topology, chosen, set=set, pick=None, done=done, progress=progress
            )
        lab = Lab(folder)
        try:
            lab._serve()
        except BaseException:
            lab.close()
            raise
        return lab
    except RaniError:
        raise
    except BaseException:
        if not was_there:  # else rani has refused the folder, and it is another's
            _down(folder)
        raise


def _folder() -> Path:
    runs = Path(os.environ.get("RANI_RUNS") or "runs")
    return runs / f"lab-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{len(_open)}"
