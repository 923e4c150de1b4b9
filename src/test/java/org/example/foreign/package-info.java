// SPDX-License-Identifier: Apache-2.0

/** A service, a queue discipline and a congestion control that rani knows nothing of. */
@NullMarked
package org.example.foreign;

import org.jspecify.annotations.NullMarked;
