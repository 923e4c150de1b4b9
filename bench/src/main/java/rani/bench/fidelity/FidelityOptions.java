// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of comparisons.
 *
 * @param quick whether to use fewer points, seeds and seconds, for a first look
 * @param keep folder that receives the scripts, commands, experiments and outputs of both sides
 * @param jobs number of concurrent runs
 * @param progress receives progress messages
 */
public record FidelityOptions(
    boolean quick, Optional<Path> keep, int jobs, Consumer<String> progress) {}
