# SPDX-License-Identifier: Apache-2.0
"""The package's version: that of the poms, where -SNAPSHOT is .dev0. `.ci/version` writes it."""

__version__ = "0.3.0.dev0"
