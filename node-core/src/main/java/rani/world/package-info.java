// SPDX-License-Identifier: Apache-2.0

/** The interface between a node and its world: time, random numbers, traces, vocabulary. */
@NullMarked
package rani.world;

import org.jspecify.annotations.NullMarked;
