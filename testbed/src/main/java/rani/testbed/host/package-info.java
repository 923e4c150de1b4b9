// SPDX-License-Identifier: Apache-2.0

/** Nodes on other hosts: the agent there, the way to it, and what keeps a run together. */
@NullMarked
package rani.testbed.host;

import org.jspecify.annotations.NullMarked;
