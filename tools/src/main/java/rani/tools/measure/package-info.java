// SPDX-License-Identifier: Apache-2.0

/** Commands that measure rani itself. */
@NullMarked
package rani.tools.measure;

import org.jspecify.annotations.NullMarked;
