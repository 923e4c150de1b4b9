# SPDX-License-Identifier: Apache-2.0
"""The platform wheel, which brings a release of rani: `.ci/wheel` builds it.

Where the environment variable RANI_ARCHIVE names the archive of a release, all of it goes into the
wheel as `rani/_bundle`, and the command `rani` beside `python`. Without it the wheel is of Python
alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The newest symbols of glibc that the archive's programs ask for; `.ci/wheel` compares.
_PLATFORMS = {"linux-x64": "manylinux_2_17_x86_64", "linux-aarch64": "manylinux_2_17_aarch64"}

_NAME = re.compile(r"rani-(?P<version>[0-9][^/]*?)-(?P<platform>linux-[a-z0-9]+)\.tar\.gz")

_SCRIPT = """\
#!python
from rani._bundled import main

main()
"""


class PlatformWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the release that RANI_ARCHIVE names."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        named = os.environ.get("RANI_ARCHIVE")
        if not named or version == "editable":
            return
        archive = Path(named)
        found = _NAME.fullmatch(archive.name)
        if found is None or found["platform"] not in _PLATFORMS:
            raise ValueError(f"RANI_ARCHIVE={named} is no archive of a release for Linux")
        if found["version"].replace("-SNAPSHOT", ".dev0") != self.metadata.version:
            raise ValueError(
                f"RANI_ARCHIVE={named} is rani {found['version']}, "
                f"and this package is rani-net {self.metadata.version}"
            )
        _check_sum(archive)
        self._temporary = tempfile.TemporaryDirectory()
        folder = Path(self._temporary.name)
        bundle = folder / f"rani-{found['version']}"
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        if not os.access(bundle / "rani", os.X_OK):
            raise ValueError(f"RANI_ARCHIVE={named} has no launcher {bundle.name}/rani")
        (bundle / "time").write_text(f"{_time(bundle)}\n", encoding="ascii")
        script = folder / "rani"
        script.write_text(_SCRIPT, encoding="ascii")
        script.chmod(0o755)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_PLATFORMS[found['platform']]}"
        build_data["force_include"][str(bundle)] = "rani/_bundle"
        build_data["shared_scripts"][str(script)] = "rani"
        build_data["sbom_files"].append(str(bundle / "bom.json"))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_temporary"):
            self._temporary.cleanup()


def _check_sum(archive: Path) -> None:
    """Compares the archive with SHA256SUMS beside it."""
    sums = archive.with_name("SHA256SUMS")
    try:
        lines = sums.read_text("ascii").splitlines()
    except OSError as e:
        raise ValueError(f"{sums}: cannot be read ({e.strerror})") from None
    told = {name.lstrip("*"): digest for digest, name in (line.split() for line in lines)}
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if told.get(archive.name) != digest:
        raise ValueError(f"{archive} is damaged: SHA256SUMS has another checksum, or none")


def _time(bundle: Path) -> int:
    """Returns the time of the jars, in seconds since 1970, to which the AOT caches are tied."""
    times = {path.stat().st_mtime_ns for path in bundle.rglob("*.jar")}
    times.add((bundle / "java/lib/modules").stat().st_mtime_ns)
    if len(times) != 1 or (time := times.pop()) % 1_000_000_000:
        raise ValueError(f"{bundle.name}: its jars are of several times, or not of a whole second")
    return time // 1_000_000_000
