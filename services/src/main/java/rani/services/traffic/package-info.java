// SPDX-License-Identifier: Apache-2.0

/** Traffic generator and receiver: {@code source} and {@code sink}. */
@NullMarked
package rani.services.traffic;

import org.jspecify.annotations.NullMarked;
