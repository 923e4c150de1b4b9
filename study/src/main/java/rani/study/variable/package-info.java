// SPDX-License-Identifier: Apache-2.0

/** Variables of an experiment file, their values, and the allowed combinations of values. */
@NullMarked
package rani.study.variable;

import org.jspecify.annotations.NullMarked;
