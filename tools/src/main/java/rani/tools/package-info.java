// SPDX-License-Identifier: Apache-2.0

/** The command line. */
@NullMarked
package rani.tools;

import org.jspecify.annotations.NullMarked;
