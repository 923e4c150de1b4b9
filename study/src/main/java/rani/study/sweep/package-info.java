// SPDX-License-Identifier: Apache-2.0

/**
 * Many trials: run on all cores or over many machines, kept so that a killed sweep goes on where it
 * was, and joined so that the result does not tell who ran what.
 */
@NullMarked
package rani.study.sweep;

import org.jspecify.annotations.NullMarked;
