// SPDX-License-Identifier: Apache-2.0

/** Tests of the whole, run against the built distribution. */
@NullMarked
package rani.system;

import org.jspecify.annotations.NullMarked;
