// SPDX-License-Identifier: Apache-2.0

/** Bytes instead of messages, in two directions that end by themselves. */
@NullMarked
package rani.rdp.stream;

import org.jspecify.annotations.NullMarked;
