# SPDX-License-Identifier: Apache-2.0
import xml.etree.ElementTree as Xml

import pytest
from conftest import ROOT

import rani
from rani._launcher import is_compatible

POM = "{http://maven.apache.org/POM/4.0.0}version"


def test_is_that_of_the_poms() -> None:
    pom = Xml.parse(ROOT / "pom.xml").getroot().findtext(POM)
    assert pom is not None
    assert rani.__version__ == pom.replace("-SNAPSHOT", ".dev0")


def test_is_that_of_the_launcher() -> None:
    assert rani.version()["version"].replace("-SNAPSHOT", ".dev0") == rani.__version__


@pytest.mark.parametrize(
    ("launcher", "package", "compatible"),
    [
        ("0.2.0-SNAPSHOT", "0.2.0.dev0", True),
        ("0.2.3", "0.2.1", True),
        ("0.2.1", "0.2.3", False),
        ("0.3.0", "0.2.3", False),
        ("1.4.0", "1.2.7", True),
        ("1.1.9", "1.2.0", False),
        ("2.0.0", "1.2.0", False),
        ("unknown", "1.2.0", False),
    ],
)
def test_goes_with_launchers_that_break_nothing(
    launcher: str, package: str, compatible: bool
) -> None:
    assert is_compatible(launcher, package) is compatible
