// SPDX-License-Identifier: Apache-2.0

/** Builders of self-contained HTML pages, with the scripts and styles that pages include. */
@NullMarked
package rani.report.html;

import org.jspecify.annotations.NullMarked;
