// SPDX-License-Identifier: Apache-2.0

/** Dissection of frames, field by field, for users. */
@NullMarked
package rani.model.packet;

import org.jspecify.annotations.NullMarked;
