// SPDX-License-Identifier: Apache-2.0

/** The control plane of a node: queries and operations over HTTP. */
@NullMarked
package rani.nodehost.control;

import org.jspecify.annotations.NullMarked;
