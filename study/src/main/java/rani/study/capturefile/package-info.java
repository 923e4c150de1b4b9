// SPDX-License-Identifier: Apache-2.0

/** Packets that other programs have captured, in files of the formats pcap and pcapng. */
@NullMarked
package rani.study.capturefile;

import org.jspecify.annotations.NullMarked;
