// SPDX-License-Identifier: Apache-2.0

/** A service's manual: the comment of its class, kept by the compiler, read while rani runs. */
@NullMarked
package rani.manual;

import org.jspecify.annotations.NullMarked;
