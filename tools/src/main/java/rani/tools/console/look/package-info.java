// SPDX-License-Identifier: Apache-2.0

/** Verbs that show a network without changing it. */
@NullMarked
package rani.tools.console.look;

import org.jspecify.annotations.NullMarked;
