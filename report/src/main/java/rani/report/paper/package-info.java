// SPDX-License-Identifier: Apache-2.0

/** What papers print, and how far we agree with it. */
@NullMarked
package rani.report.paper;

import org.jspecify.annotations.NullMarked;
