// SPDX-License-Identifier: Apache-2.0

/** Numbers that papers print, and how far our results agree with them. */
@NullMarked
package rani.report.paper;

import org.jspecify.annotations.NullMarked;
