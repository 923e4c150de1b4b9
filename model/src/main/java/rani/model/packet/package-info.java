// SPDX-License-Identifier: Apache-2.0

/** Frames taken apart, field by field, for people to read. */
@NullMarked
package rani.model.packet;

import org.jspecify.annotations.NullMarked;
