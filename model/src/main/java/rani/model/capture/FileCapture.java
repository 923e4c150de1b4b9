// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.nio.file.Path;

/** Capture and its file, which is created or emptied. */
public record FileCapture(CapturePlan plan, Path file) {}
