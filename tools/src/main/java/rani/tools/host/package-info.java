// SPDX-License-Identifier: Apache-2.0

/** Commands that run a node or a host's agent until they are terminated. */
@NullMarked
package rani.tools.host;

import org.jspecify.annotations.NullMarked;
