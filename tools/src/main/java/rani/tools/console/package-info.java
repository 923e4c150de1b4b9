// SPDX-License-Identifier: Apache-2.0

/** A console for a network: its interpreter, its callers, and its verbs. */
@NullMarked
package rani.tools.console;

import org.jspecify.annotations.NullMarked;
