// SPDX-License-Identifier: Apache-2.0

/** Networks in files of other programs, read for {@code rani import}. */
@NullMarked
package rani.model.foreign;

import org.jspecify.annotations.NullMarked;
