// SPDX-License-Identifier: Apache-2.0

/** Random networks with all kinds of traffic and faults, in virtual time, derived from a seed. */
@NullMarked
package rani.study.chaos;

import org.jspecify.annotations.NullMarked;
