// SPDX-License-Identifier: Apache-2.0

/** Manuals of services: class comments kept by the compiler, read at run time. */
@NullMarked
package rani.manual;

import org.jspecify.annotations.NullMarked;
