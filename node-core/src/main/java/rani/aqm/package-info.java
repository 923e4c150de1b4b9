// SPDX-License-Identifier: Apache-2.0

/** Queue disciplines of active queue management (RFC 7567), and their settings. */
@NullMarked
package rani.aqm;

import org.jspecify.annotations.NullMarked;
