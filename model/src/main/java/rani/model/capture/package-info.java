// SPDX-License-Identifier: Apache-2.0

/** Captures of frames: link ends, filters and limits. */
@NullMarked
package rani.model.capture;

import org.jspecify.annotations.NullMarked;
