// SPDX-License-Identifier: Apache-2.0

/** Nodes on other hosts: the agent there, its transports, and the supervisor of a run. */
@NullMarked
package rani.testbed.host;

import org.jspecify.annotations.NullMarked;
