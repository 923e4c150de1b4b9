// SPDX-License-Identifier: Apache-2.0

/** Commands that are a node, or a host's agent, and go on until they are ended. */
@NullMarked
package rani.tools.host;

import org.jspecify.annotations.NullMarked;
