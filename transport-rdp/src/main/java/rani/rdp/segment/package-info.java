// SPDX-License-Identifier: Apache-2.0

/** Wire format of RDP segments (RFC 908 §4, RFC 1151), and the fields that routers read. */
@NullMarked
package rani.rdp.segment;

import org.jspecify.annotations.NullMarked;
