// SPDX-License-Identifier: Apache-2.0

/** A queue discipline, with its settings. */
@NullMarked
package org.example.blue;

import org.jspecify.annotations.NullMarked;
