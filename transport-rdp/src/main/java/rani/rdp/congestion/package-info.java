// SPDX-License-Identifier: Apache-2.0

/** Congestion control in packets, and the retransmission timer. */
@NullMarked
package rani.rdp.congestion;

import org.jspecify.annotations.NullMarked;
