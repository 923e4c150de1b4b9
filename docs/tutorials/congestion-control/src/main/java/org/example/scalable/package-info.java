// SPDX-License-Identifier: Apache-2.0

/** A congestion control, with its settings. */
@NullMarked
package org.example.scalable;

import org.jspecify.annotations.NullMarked;
