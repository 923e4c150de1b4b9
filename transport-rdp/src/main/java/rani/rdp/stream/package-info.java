// SPDX-License-Identifier: Apache-2.0

/** Byte streams over connections, in two directions that end independently. */
@NullMarked
package rani.rdp.stream;

import org.jspecify.annotations.NullMarked;
