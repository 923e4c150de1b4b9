// SPDX-License-Identifier: Apache-2.0

/** The service {@code flakeway}: a link with trouble, as rules have it. */
@NullMarked
package rani.services.flakeway;

import org.jspecify.annotations.NullMarked;
