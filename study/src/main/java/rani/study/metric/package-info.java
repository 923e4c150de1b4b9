// SPDX-License-Identifier: Apache-2.0

/** What a metric is: its name, unit and words, and over which time it is taken. */
@NullMarked
package rani.study.metric;

import org.jspecify.annotations.NullMarked;
