// SPDX-License-Identifier: Apache-2.0

/** A console for a network: its lines, who says them, and every verb. */
@NullMarked
package rani.tools.console;

import org.jspecify.annotations.NullMarked;
