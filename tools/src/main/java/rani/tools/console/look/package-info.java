// SPDX-License-Identifier: Apache-2.0

/** Verbs that look at a network, and leave it as it is. */
@NullMarked
package rani.tools.console.look;

import org.jspecify.annotations.NullMarked;
