// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.nio.file.Path;

/**
 * A capture and the file that it is written to.
 *
 * @param plan what is captured
 * @param file which is made, or emptied
 */
public record FileCapture(CapturePlan plan, Path file) {}
