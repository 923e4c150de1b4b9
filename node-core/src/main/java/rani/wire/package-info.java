// SPDX-License-Identifier: Apache-2.0

/** Packet formats: one class per header, and frames as views on their bytes. */
@NullMarked
package rani.wire;

import org.jspecify.annotations.NullMarked;
