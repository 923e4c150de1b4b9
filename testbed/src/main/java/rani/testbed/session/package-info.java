// SPDX-License-Identifier: Apache-2.0

/**
 * What goes between the machine that starts a network and the agents on its other hosts: sessions,
 * their frames and streams, clocks, tests of links. It knows nothing of nodes.
 */
@NullMarked
package rani.testbed.session;

import org.jspecify.annotations.NullMarked;
