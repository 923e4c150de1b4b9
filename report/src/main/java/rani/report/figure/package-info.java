// SPDX-License-Identifier: Apache-2.0

/** Charts as files that a publisher takes: SVG, PNG and PDF by vl-convert, and TikZ. */
@NullMarked
package rani.report.figure;

import org.jspecify.annotations.NullMarked;
