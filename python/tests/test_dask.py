# SPDX-License-Identifier: Apache-2.0
"""Real clusters of Dask on this machine, whose workers are processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dask
import pytest
from conftest import LOSSY, is_alive
from distributed import Client, LocalCluster

import rani
import rani.dask

#: What is the same to the byte, wherever trials ran; reports and provenance say how they did.
SAME = (
    "experiment.yaml",
    "sweep.json",
    "results.jsonl",
    "summary.csv",
    "trials.csv",
    "fields.json",
)

#: A sweep in so many parts, and of so many trials, that something can happen meanwhile.
LONG: dict[str, Any] = {"trials": 100, "parts": 6}

SECONDS_MAX = 120


def cluster(folder: Path, **options: Any) -> LocalCluster:
    return LocalCluster(
        processes=True,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        local_directory=str(folder),
        **options,
    )


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with cluster(tmp_path_factory.mktemp("dask"), n_workers=2) as two, Client(two) as client:
        yield client


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> rani.Sweep:
    return rani.sweep(LOSSY, trials=LONG["trials"], out=tmp_path_factory.mktemp("runs") / "long")


def assert_same(one: rani.Sweep, other: rani.Sweep) -> None:
    for name in SAME:
        assert (one.folder / name).read_bytes() == (other.folder / name).read_bytes(), name


def until(holds: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + SECONDS_MAX
    while not (found := holds()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def children(pid: int) -> list[int]:
    """The processes that a worker has started, from whichever of its threads."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, file.read_text().split())
        except OSError:  # the thread has ended
            continue
    return found


def test_a_cluster_makes_what_one_machine_makes(
    client: Client, lossy: rani.Sweep, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dealt = rani.dask.sweep(LOSSY, client, digests=True, out="dealt", progress=True)
    assert_same(dealt, lossy)
    assert dealt.trials == lossy.trials
    assert dealt.means().equals(lossy.means())
    assert "16 of 16 parts" in capsys.readouterr().err
    assert os.listdir(folder) == ["dealt"]  # noqa: PTH208
    provenance = json.loads((dealt.folder / "provenance.json").read_text())
    assert len(provenance["sessions"][-1]["parts"]) == 16


def test_the_file_is_edited_as_for_one_machine(client: Client) -> None:
    edits: dict[str, Any] = {
        "set": {"traffic.0.packets": 50},
        "pick": {"load": ["80packet/s", "130packet/s"], "limit": "3packet"},
        "seed": 7,
        "trials": 3,
    }
    dealt = rani.dask.sweep(rani.Experiment(LOSSY), client, parts=4, **edits)
    assert dealt.folder.parent.name == "runs"
    assert_same(dealt, rani.sweep(LOSSY, **edits))


def test_expectations_that_fail_are_no_exception(client: Client) -> None:
    dealt = rani.dask.sweep(
        LOSSY, client, set={"expect.0.at-least": "99.9%"}, trials=1, parts=2, out="failed"
    )
    assert not dealt.passed
    assert len(dealt.trials) == 4


def test_a_worker_that_is_killed_costs_time_alone(client: Client, long: rani.Sweep) -> None:
    killed: list[int] = []

    def kill() -> None:
        workers = list(client.run(os.getpid).values())
        until(lambda: list(Path("dealt.parts").glob("part-*")))
        worker = until(lambda: [pid for pid in workers if children(pid)])[0]
        rani_of_it = children(worker)
        os.kill(worker, signal.SIGKILL)
        until(lambda: not any(is_alive(pid) for pid in rani_of_it))
        killed.append(worker)

    thread = threading.Thread(target=kill)
    thread.start()
    dealt = rani.dask.sweep(LOSSY, client, **LONG, out="dealt")
    thread.join()
    assert killed
    assert_same(dealt, long)


def test_ctrl_c_ends_all_processes_and_the_sweep_goes_on(
    client: Client, long: rani.Sweep, folder: Path
) -> None:
    program = f"""
import os, sys
from pathlib import Path
import rani.dask
from distributed import Client, LocalCluster

def children():
    return "".join(each.read_text() for each in Path("/proc/self/task").glob("*/children")).split()

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0",
                      local_directory={str(folder / "dask")!r}) as two, Client(two) as client:
        try:
            rani.dask.sweep({LOSSY!r}, client, **{LONG!r}, out="long")
        except KeyboardInterrupt:
            print("left:", sorted(sum(client.run(children).values(), [])))
            raise
"""
    (folder / "program.py").write_text(program)
    python = subprocess.Popen(
        [sys.executable, "program.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: list(folder.glob("long.parts/part-*")) or python.poll() is not None)
    python.send_signal(signal.SIGINT)
    out, err = python.communicate(timeout=SECONDS_MAX)
    assert "KeyboardInterrupt" in err
    assert "left: []" in out, out + err
    assert not (folder / "long").exists()

    dealt = rani.dask.sweep(None, client, resume="long")
    assert_same(dealt, long)
    assert not (folder / "long.parts").exists()


def refused(folder: Path, **options: Any) -> str:
    with cluster(folder / "dask", n_workers=1, **options) as one, Client(one) as client:
        with pytest.raises(rani.RaniError, match=r"^worker tcp://") as caught:
            rani.dask.sweep(LOSSY, client, trials=1, out="refused")
        assert client.scheduler_info()["workers"].keys() <= {caught.value.message.split()[1][:-1]}
    return caught.value.message


def test_a_worker_without_the_package_is_named(folder: Path) -> None:
    message = refused(folder, preload=["import sys; sys.modules['rani'] = None"])
    assert "its Python has no rani-net" in message
    assert "resume='" in message


def test_a_worker_without_a_launcher_is_named(folder: Path) -> None:
    message = refused(folder, env={"RANI": "/nonexistent"})
    assert "/nonexistent, from the environment variable RANI, is no file" in message


def test_a_worker_of_another_version_is_named(folder: Path) -> None:
    other = folder / "rani"
    other.write_text("""#!/bin/sh\necho '{"version": "9.0.0", "commit": "0123"}'\n""")
    other.chmod(0o755)
    assert "is rani 9.0.0, and this package is" in refused(folder, env={"RANI": str(other)})


def test_a_worker_of_another_build_is_named(folder: Path) -> None:
    told = {**rani.version(), "commit": "0123"}
    other = folder / "rani"
    other.write_text(f"#!/bin/sh\necho '{json.dumps(told)}'\n")
    other.chmod(0o755)
    message = refused(folder, env={"RANI": str(other)})
    assert f"is of commit 0123, and this sweep of {rani.version()['commit']}" in message


def test_a_worker_with_other_code_is_named(folder: Path) -> None:
    """It says the version that is asked for, and its results are of other code."""
    other = folder / "rani"
    other.write_text(
        f"""#!/bin/sh
'{os.environ["RANI"]}' "$@" || exit
for last; do [ ! -f "$last/sweep.json" ] || sed -i 's/"code" *: *"..../&0000/' "$last/sweep.json"
done
"""
    )
    other.chmod(0o755)
    assert "its code is another" in refused(folder, env={"RANI": str(other)})


def test_what_was_killed_on_a_worker_is_run_again(folder: Path) -> None:
    mortal = folder / "rani"
    mortal.write_text(
        f"""#!/bin/sh
if [ "$1" = sweep ] && mkdir '{folder}/died' 2>/dev/null; then kill -KILL $$; fi
exec '{os.environ["RANI"]}' "$@"
"""
    )
    mortal.chmod(0o755)
    with (
        cluster(folder / "dask", n_workers=1, env={"RANI": str(mortal)}) as one,
        Client(one) as client,
    ):
        dealt = rani.dask.sweep(LOSSY, client, trials=1, parts=1, out="again")
    assert (folder / "died").is_dir()
    assert len(dealt.trials) == 4


def test_a_part_with_which_workers_die_ends_the_sweep(folder: Path) -> None:
    deadly = folder / "rani"
    deadly.write_text(
        f"""#!/bin/sh
[ "$1" = --version ] && exec '{os.environ["RANI"]}' "$@"
kill -KILL $PPID
"""
    )
    deadly.chmod(0o755)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        cluster(folder / "dask", n_workers=1, env={"RANI": str(deadly)}) as one,
        Client(one) as client,
        pytest.raises(rani.RaniError, match="part 1 was lost with each worker that ran it"),
    ):
        rani.dask.sweep(LOSSY, client, trials=1, parts=1, out="lost")


def test_what_is_wrong_is_told_before_anything_is_dealt(client: Client, folder: Path) -> None:
    with pytest.raises(rani.InvalidFile) as invalid:
        rani.dask.sweep({**LOSSY, "trafic": []}, client, out="new")
    assert invalid.value.problems[0].path == ("trafic",)
    (folder / "full").mkdir()
    (folder / "full" / "file").touch()
    with pytest.raises(rani.RaniError, match="full is not empty"):
        rani.dask.sweep(LOSSY, client, out="full")
    with pytest.raises(rani.RaniError, match=r"parts is 1…10000, not 0"):
        rani.dask.sweep(LOSSY, client, parts=0)
    with pytest.raises(rani.RaniError, match="holds no parts of a sweep"):
        rani.dask.sweep(None, client, resume="new")
    with pytest.raises(rani.RaniError, match="goes on as it began"):
        rani.dask.sweep(LOSSY, client, resume="new")
    with pytest.raises(rani.RaniError, match="an experiment is needed"):
        rani.dask.sweep(None, client)
    assert sorted(os.listdir(folder)) == ["full"]  # noqa: PTH208


def test_rani_itself_does_without_dask() -> None:
    program = "import rani, sys; assert not {'dask', 'distributed'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", program], check=True)
