// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.nio.file.Path;

/**
 * Capture and its file.
 *
 * @param file created, or emptied, when the capture starts
 */
public record FileCapture(CapturePlan plan, Path file) {}
