// SPDX-License-Identifier: Apache-2.0

/**
 * What a node may ask of the world, what it tells, and what it may be asked: time, chance,
 * vocabulary.
 */
@NullMarked
package rani.world;

import org.jspecify.annotations.NullMarked;
