// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/** Figures that are named after contenders, such as {@code seconds until rani up, 8 nodes}. */
public record NamedFigures(@Inline SequencedMap<String, Double> byName) implements Facts {}
