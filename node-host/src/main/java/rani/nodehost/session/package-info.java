// SPDX-License-Identifier: Apache-2.0

/** A live node and its session: its links, traces, events and trust. */
@NullMarked
package rani.nodehost.session;

import org.jspecify.annotations.NullMarked;
