// SPDX-License-Identifier: Apache-2.0

/**
 * The protocol between the machine that starts a network and the agents on its other hosts:
 * sessions, their frames and streams, clocks, tests of links. It knows nothing of nodes.
 */
@NullMarked
package rani.testbed.session;

import org.jspecify.annotations.NullMarked;
