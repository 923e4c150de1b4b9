// SPDX-License-Identifier: Apache-2.0

/** The paths of packets through a running network: traced hop by hop, or predicted from routes. */
@NullMarked
package rani.testbed.journey;

import org.jspecify.annotations.NullMarked;
