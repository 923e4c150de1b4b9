// SPDX-License-Identifier: Apache-2.0

/** What travels: RDP segments on the wire (RFC 908 §4, RFC 1151), and what routers may read. */
@NullMarked
package rani.rdp.segment;

import org.jspecify.annotations.NullMarked;
