// SPDX-License-Identifier: Apache-2.0

/** Deals the trials of a sweep out to workers in other processes, which may be on other hosts. */
@NullMarked
package rani.study.deal;

import org.jspecify.annotations.NullMarked;
