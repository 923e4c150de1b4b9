// SPDX-License-Identifier: Apache-2.0

/** Commands that read files and frames, and start nothing. */
@NullMarked
package rani.tools.file;

import org.jspecify.annotations.NullMarked;
