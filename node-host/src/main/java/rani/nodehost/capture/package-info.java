// SPDX-License-Identifier: Apache-2.0

/** Packet captures of links as pcapng files and streams, live and in virtual time. */
@NullMarked
package rani.nodehost.capture;

import org.jspecify.annotations.NullMarked;
