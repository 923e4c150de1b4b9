// SPDX-License-Identifier: Apache-2.0

/** What travels: every header in one file, and frames as views on their bytes. */
@NullMarked
package rani.wire;

import org.jspecify.annotations.NullMarked;
