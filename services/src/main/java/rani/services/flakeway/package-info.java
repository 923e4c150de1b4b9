// SPDX-License-Identifier: Apache-2.0

/** The service {@code flakeway}: emulates impaired links by rules. */
@NullMarked
package rani.services.flakeway;

import org.jspecify.annotations.NullMarked;
