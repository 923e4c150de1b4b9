// SPDX-License-Identifier: Apache-2.0

/** Completion of command lines, of the shell's and of the console's. */
@NullMarked
package rani.tools.complete;

import org.jspecify.annotations.NullMarked;
