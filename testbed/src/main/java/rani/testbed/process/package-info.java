// SPDX-License-Identifier: Apache-2.0

/** Nodes seen from outside: their processes, and a client of their control planes. */
@NullMarked
package rani.testbed.process;

import org.jspecify.annotations.NullMarked;
