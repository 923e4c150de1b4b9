// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of comparisons.
 *
 * @param quick whether fewer points, seeds and seconds do, for a first look
 * @param keep where the scripts, commands, experiments and outputs of both sides are left
 * @param jobs how many runs go on at a time
 * @param progress receives progress messages
 */
public record FidelityOptions(
    boolean quick, Optional<Path> keep, int jobs, Consumer<String> progress) {}
