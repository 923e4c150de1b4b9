// SPDX-License-Identifier: Apache-2.0

/** HTML by its parts, and the scripts and styles that a page carries. */
@NullMarked
package rani.report.html;

import org.jspecify.annotations.NullMarked;
