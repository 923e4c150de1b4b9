// SPDX-License-Identifier: Apache-2.0

/** Records the events of watched packets at a node. */
@NullMarked
package rani.nodehost.journey;

import org.jspecify.annotations.NullMarked;
