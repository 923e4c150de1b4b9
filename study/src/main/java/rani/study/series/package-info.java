// SPDX-License-Identifier: Apache-2.0

/** Quantities that have many values in one run, such as each packet's delay. */
@NullMarked
package rani.study.series;

import org.jspecify.annotations.NullMarked;
