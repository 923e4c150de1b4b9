// SPDX-License-Identifier: Apache-2.0

/** The log of programs that run long, by Logback. */
@NullMarked
package rani.tools.log;

import org.jspecify.annotations.NullMarked;
