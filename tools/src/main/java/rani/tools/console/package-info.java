// SPDX-License-Identifier: Apache-2.0

/** A running network on the bench: the verbs that the console says, and exec. */
@NullMarked
package rani.tools.console;

import org.jspecify.annotations.NullMarked;
