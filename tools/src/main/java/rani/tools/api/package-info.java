// SPDX-License-Identifier: Apache-2.0

/** The HTTP interface of a network, as opposed to that of a node, and its description. */
@NullMarked
package rani.tools.api;

import org.jspecify.annotations.NullMarked;
