# SPDX-License-Identifier: Apache-2.0
"""Sweeps on the workers of a Dask cluster; ``import rani`` does not import this module.

A sweep is dealt in parts, which are shards of ``rani sweep --shard``: a task of Dask runs one on a
worker, and its journal comes back as the task's result. ``rani sweep merge`` joins them here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import _file, _launcher, _table
from ._errors import LauncherNotFound, RaniError
from ._file import Experiment, File
from ._run import options, read_json
from ._sweep import Sweep

#: Parts for each thread of the cluster: so many starts of rani it pays, in a second each, to share
#: the work out at the end, and to lose little with a worker.
PARTS_PER_THREAD = 8

#: Parts of a sweep at most.
PARTS_MAX = 10_000

#: Threads that are reckoned with while the cluster has none yet.
_THREADS_UNKNOWN = 8

#: So often a part is begun once more whose rani was killed; Dask itself counts lost workers.
_RETRIES = 3

#: A shard that has no trial, unless there are more trials than this.
_SHARDS_MAX = 100_000

#: Sweeps that a worker remembers to have been ended.
_ENDED_MAX = 1_000

#: What of a part's folder comes back.
_RETURNED = ("sweep.json", "journal.jsonl", "provenance.json")

#: What of the folder in which a sweep was planned belongs to each part.
_SHARED = ("experiment.yaml", "sensitivity.json")

_DONE = frozenset({0, 1})


def sweep(
    file: File | None,
    client: Any,
    *,
    set: Mapping[str, Any] | None = None,
    pick: Mapping[str, Any] | None = None,
    seed: int | None = None,
    trials: int | None = None,
    digests: bool = False,
    out: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    parts: int | None = None,
    progress: bool = False,
) -> Sweep:
    """Runs all variants of an experiment on a Dask cluster, as :func:`rani.sweep` does here.

    What comes of it is what one machine would have made, to the byte. Each worker needs this
    package and the same build of rani; no folder is shared. A thread of a worker runs a trial at a
    time. Until all parts are there they lie in the folder ``out`` + ``.parts``.

    Args:
        file: an experiment's file, the name of a shipped one, or a mapping with a file's keys.
        client: a ``distributed.Client``, not an asynchronous one.
        set: changes by path.
        pick: values of variables, one or a list.
        seed: of each variant's first trial, in place of the file's.
        trials: of each variant, in place of the file's.
        digests: gives each trial the digest of its trace.
        out: the sweep's folder, new or empty; by default one of its own below ``./runs``.
        resume: the ``out`` of a sweep that was interrupted, with which it goes on; all else is
            then as it began, and ``file`` is ``None``.
        parts: into how many the sweep is dealt; by default 8 for each thread of the cluster.
        progress: shows on standard error how many parts are done.

    Raises:
        InvalidFile: nothing was started.
        RaniError: the sweep could not be carried out; parts that are done are kept. It names the
            worker, if one cannot run these trials.
    """
    _table.needed("distributed", "sweeps on a Dask cluster", "dask")
    if client.asynchronous:
        raise RaniError("an asynchronous client cannot be waited for; a Client() is needed", 2)
    if parts is not None and not 1 <= parts <= PARTS_MAX:
        raise RaniError(f"parts is 1…{PARTS_MAX}, not {parts}", 2)
    if resume is not None:
        told = (set, pick, seed, trials, out, parts, file, digests or None)
        if any(each is not None for each in told):
            raise RaniError("with resume a sweep goes on as it began: nothing else is said", 2)
        work = _work_of(resume)
        if not (work / "sweep.json").is_file():
            raise RaniError(f"{work}: holds no parts of a sweep", 2)
    elif file is None:
        raise RaniError("an experiment is needed, or a folder to resume", 2)
    else:
        chosen = [*options(seed=seed, trials=trials), *(["--digests"] if digests else [])]
        work = _plan(file, chosen, out, set, pick)
    whole = work.with_name(work.name.removesuffix(".parts"))
    try:
        folders = _deal(client, work, parts, progress)
        _launcher.call("sweep", "merge", *map(str, folders), "--out", str(whole), done=_DONE)
    except RaniError as e:
        kept = f"parts that are done are kept: rani.dask.sweep(None, client, resume={str(whole)!r})"
        raise RaniError(f"{e.message}\n{kept}", e.exit_code) from e
    shutil.rmtree(work)
    return Sweep(whole)


def _work_of(out: str | os.PathLike[str]) -> Path:
    """Returns the folder of parts of a sweep's folder."""
    whole = Path(out).absolute()
    return whole.with_name(whole.name + ".parts")


def _plan(
    file: File,
    chosen: list[str],
    out: str | os.PathLike[str] | None,
    set: Mapping[str, Any] | None,
    pick: Mapping[str, Any] | None,
) -> Path:
    """Checks the file, and makes the folder of parts of a shard that has no trial.

    It has the file with all that it refers to, and says what sweep it is.
    """
    if out is not None:
        whole, work = Path(out).absolute(), _work_of(out)
        if whole.exists() and any(whole.iterdir()):
            raise RaniError(f"{whole} is not empty; a sweep has a folder of its own", 2)
        if work.exists():
            raise RaniError(
                f"{work} has parts of a sweep; resume={str(whole)!r} goes on with it", 2
            )
        chosen = [*chosen, "--out", str(work)]
    shard = f"{_SHARDS_MAX}/{_SHARDS_MAX}"
    outcome = _file.call(
        "sweep",
        file,
        Experiment,
        ["--json", "--yes", "--shard", shard, *chosen],
        set=set,
        pick=pick,
        done=_DONE,
        progress=False,
    )
    made = Path(outcome.json()["folder"]).absolute()
    return made if out is not None else made.rename(_work_of(made))


def _deal(client: Any, work: Path, parts: int | None, progress: bool) -> list[Path]:
    """Has the cluster run the parts that are not there yet; returns the folders of all."""
    from distributed import as_completed

    plan = read_json(work / "sweep.json")
    for begun in work.glob("part-*/sweep.json"):
        parts = int(read_json(begun)["shards"])
    threads = sum(client.nthreads().values()) or _THREADS_UNKNOWN
    many = min(parts or PARTS_PER_THREAD * threads, int(plan["trials"]), PARTS_MAX)
    folders = [work / f"part-{k}" for k in range(1, many + 1)]
    missing = [k for k, folder in enumerate(folders, 1) if not folder.is_dir()]
    order = _order(work, plan, many)
    pending: dict[Any, int] = {}
    try:
        task = _part_by_value(order)
        keys = [f"rani-{order['sweep']}-{k}" for k in missing]
        pending |= zip(client.map(task, missing, key=keys, retries=_RETRIES), missing, strict=True)
        for future in as_completed(list(pending)):
            k = pending.pop(future)
            _keep(_answer(future, k), plan, work, folders[k - 1])
            future.release()  # a cluster's memory is not for journals that are here
            if progress:
                print(f"{many - len(pending)} of {many} parts", file=sys.stderr, flush=True)
    except BaseException:
        with contextlib.suppress(Exception):  # the cluster may be what has ended
            client.cancel(list(pending))
            client.run(_end_by_value(order["sweep"]), on_error="ignore")
        raise
    return folders


def _order(work: Path, plan: Mapping[str, Any], parts: int) -> dict[str, Any]:
    """Returns what a worker has to know to run a part."""
    chosen = options(seed=plan.get("seed"), trials=plan["repeat"])
    return {
        "sweep": uuid.uuid4().hex,
        "parts": parts,
        "file": (work / "experiment.yaml").read_bytes(),
        "options": [*chosen, *(["--digests"] if plan["digests"] else [])],
        "rani": {key: _launcher.version()[key] for key in ("version", "commit")},
    }


def _answer(future: Any, k: int) -> dict[str, Any]:
    """Returns what came of a part; raises if the worker could not run it."""
    from distributed import KilledWorker

    try:
        answer: dict[str, Any] = future.result()
    except KilledWorker as e:
        raise RaniError(f"part {k} was lost with each worker that ran it: {e}", 3) from e
    except (Exception, asyncio.CancelledError) as e:
        raise RaniError(f"part {k} was not run: {e}", 3) from e
    if "failed" in answer:
        raise RaniError(f"{answer['worker']}: {answer['failed']}", answer["exit_code"])
    return answer


def _keep(answer: Mapping[str, Any], plan: Mapping[str, Any], work: Path, folder: Path) -> None:
    """Makes the folder of a part, whole or not at all."""
    code = json.loads(answer["files"]["sweep.json"])["code"]
    if code != plan["code"]:
        raise RaniError(
            f"{answer['worker']}: its code is another: {code[:12]}…, not {plan['code'][:12]}…; all "
            "workers need the same build and plug-ins as this machine",
            2,
        )
    new = work / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    for name in _SHARED:
        if (work / name).is_file():
            shutil.copy(work / name, new)
    for name, content in answer["files"].items():
        (new / name).write_bytes(content)
    new.rename(folder)


# What workers do.


def _part_by_value(order: Mapping[str, Any]) -> Callable[[int], dict[str, Any]]:
    """Returns a part's task, which is sent as code: scheduler and workers may be without rani."""

    def part(k: int) -> dict[str, Any]:
        from distributed import get_worker

        try:
            from rani import dask
        except ImportError as e:
            worker = get_worker()
            return {
                "worker": f"worker {worker.address}, {worker.name}",
                "failed": f"its Python has no rani-net with rani.dask ({e})",
                "exit_code": 3,
            }
        return dask._part(order, k)

    return part


def _end_by_value(sweep: str) -> Callable[[], Any]:
    async def end() -> None:
        import asyncio
        import sys

        dask = sys.modules.get("rani.dask")
        if dask is not None:
            await asyncio.to_thread(dask._end, sweep)

    return end


def _part(order: Mapping[str, Any], k: int) -> dict[str, Any]:
    """Runs a part on the worker whose thread this is."""
    from distributed import get_worker

    worker = get_worker()
    name = f"worker {worker.address}, {worker.name} on {socket.gethostname()}"

    def failed(why: str, exit_code: int = 3) -> dict[str, Any]:
        return {"worker": name, "failed": why, "exit_code": exit_code}

    try:
        launcher, version = _launcher.find(), _launcher.version()
    except LauncherNotFound as e:
        return failed(e.message)
    for key, ours in order["rani"].items():
        if version[key] != ours:
            return failed(f"{launcher} is of {key} {version[key]}, and this sweep of {ours}", 2)
    # Dask removes the worker's folder, even of one that was killed.
    with tempfile.TemporaryDirectory(prefix="rani-", dir=worker.local_directory) as made:
        file, folder, said = Path(made, "sweep.yaml"), Path(made, "part"), Path(made, "said")
        file.write_bytes(order["file"])
        shard = f"{k}/{order['parts']}"
        command = [launcher, "sweep", str(file), "--shard", shard, "--jobs", "1", "--yes"]
        command += ["--attached", "--out", str(folder), *order["options"]]
        exit_code = _start(order["sweep"], command, said)
        if exit_code not in _DONE:
            why = said.read_text("utf-8", "replace").strip() or f"rani ended with {exit_code}"
            if exit_code in (2, 3):
                return failed(why, exit_code)
            raise RaniError(f"{name}: {why}", exit_code)  # it was killed; Dask has it run again
        return {
            "worker": name,
            "files": {each: (folder / each).read_bytes() for each in _RETURNED},
        }


_lock = threading.Lock()
_running: dict[subprocess.Popen[bytes], str] = {}
_ended: deque[str] = deque(maxlen=_ENDED_MAX)


def _start(sweep: str, command: list[str], said: Path) -> int:
    """Runs a command to its end, which may be :func:`_end`'s or this worker's."""
    with said.open("wb") as err, _lock:
        if sweep in _ended:
            raise RaniError("the sweep has been ended", 130)
        process = _launcher.spawn(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=err
        )
        _running[process] = sweep
    assert process.stdin is not None
    # rani ends with its standard input, which is held open by this process, however that ends.
    with process.stdin:
        exit_code = process.wait()
    with _lock:
        del _running[process]
    return exit_code


def _end(sweep: str) -> None:
    """Ends what a worker runs of a sweep, and begins no more of it; returns when it has ended."""
    with _lock:
        _ended.append(sweep)
        processes = [process for process, of in _running.items() if of == sweep]
    for process in processes:
        _launcher.end(process)
