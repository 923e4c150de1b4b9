// SPDX-License-Identifier: Apache-2.0

/** Commands that start a network, look into it while it is up, and end it. */
@NullMarked
package rani.tools.network;

import org.jspecify.annotations.NullMarked;
