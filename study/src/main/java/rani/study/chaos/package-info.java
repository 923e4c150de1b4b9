// SPDX-License-Identifier: Apache-2.0

/**
 * Random networks with traffic of every kind and faults at random times, run in virtual time from a
 * seed.
 */
@NullMarked
package rani.study.chaos;

import org.jspecify.annotations.NullMarked;
