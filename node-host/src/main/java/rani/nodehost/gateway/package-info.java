// SPDX-License-Identifier: Apache-2.0

/** The service {@code gateway}, by which real programs' traffic enters and leaves the network. */
@NullMarked
package rani.nodehost.gateway;

import org.jspecify.annotations.NullMarked;
