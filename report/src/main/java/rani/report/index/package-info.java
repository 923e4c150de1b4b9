// SPDX-License-Identifier: Apache-2.0

/** The index: one page with a card for each experiment. */
@NullMarked
package rani.report.index;

import org.jspecify.annotations.NullMarked;
