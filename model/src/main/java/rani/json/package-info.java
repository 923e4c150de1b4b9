// SPDX-License-Identifier: Apache-2.0

/** JSON for nodes, testbeds and records of runs, converted from and to Java records. */
@NullMarked
package rani.json;

import org.jspecify.annotations.NullMarked;
