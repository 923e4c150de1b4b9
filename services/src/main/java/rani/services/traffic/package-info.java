// SPDX-License-Identifier: Apache-2.0

/** Services that make traffic and take it: {@code source} and {@code sink}. */
@NullMarked
package rani.services.traffic;

import org.jspecify.annotations.NullMarked;
