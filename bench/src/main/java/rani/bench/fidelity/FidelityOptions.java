// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options: {@code quick} takes fewer points, seeds and seconds; {@code keep} is a folder for the
 * files of both sides; {@code jobs} is the number of concurrent runs.
 */
public record FidelityOptions(
    boolean quick, Optional<Path> keep, int jobs, Consumer<String> progress) {}
