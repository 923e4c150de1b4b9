// SPDX-License-Identifier: Apache-2.0

/** Verbs that send packets, and report their outcomes. */
@NullMarked
package rani.tools.console.traffic;

import org.jspecify.annotations.NullMarked;
