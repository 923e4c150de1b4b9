// SPDX-License-Identifier: Apache-2.0

/** Output and exit codes of commands. */
@NullMarked
package rani.tools.screen;

import org.jspecify.annotations.NullMarked;
