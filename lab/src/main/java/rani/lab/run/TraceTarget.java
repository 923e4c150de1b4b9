// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.nio.file.Path;

/**
 * Where the trace of a live node goes.
 *
 * @param file which is made, or emptied
 * @param bytesMax the most that it may have
 */
record TraceTarget(Path file, long bytesMax) {}
