// SPDX-License-Identifier: Apache-2.0

/**
 * Networks of any shape, traffic of every kind, and trouble at random times: what a network must
 * bear in virtual time, by seed.
 */
@NullMarked
package rani.study.chaos;

import org.jspecify.annotations.NullMarked;
