// SPDX-License-Identifier: Apache-2.0

/** Where the trials of a sweep run: {@code rani sweep --on WHERE}. */
@NullMarked
package rani.report.place;

import org.jspecify.annotations.NullMarked;
