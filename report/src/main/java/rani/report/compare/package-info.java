// SPDX-License-Identifier: Apache-2.0

/** What comes of comparing runs: words, a table and a page. */
@NullMarked
package rani.report.compare;

import org.jspecify.annotations.NullMarked;
