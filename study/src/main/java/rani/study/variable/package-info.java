// SPDX-License-Identifier: Apache-2.0

/** Variables of a file, the values that they take, and which combinations of them count. */
@NullMarked
package rani.study.variable;

import org.jspecify.annotations.NullMarked;
