// SPDX-License-Identifier: Apache-2.0

/** Many reports on one page. */
@NullMarked
package rani.report.index;

import org.jspecify.annotations.NullMarked;
