// SPDX-License-Identifier: Apache-2.0

/** What the shell shows of the command line: completion. */
@NullMarked
package rani.tools.shell;

import org.jspecify.annotations.NullMarked;
