// SPDX-License-Identifier: Apache-2.0

/** A live node with all that hangs on it: its links, its traces, what it says of itself. */
@NullMarked
package rani.nodehost.session;

import org.jspecify.annotations.NullMarked;
