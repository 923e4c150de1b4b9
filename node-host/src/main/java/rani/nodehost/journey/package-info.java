// SPDX-License-Identifier: Apache-2.0

/** What a node keeps of packets that are watched. */
@NullMarked
package rani.nodehost.journey;

import org.jspecify.annotations.NullMarked;
