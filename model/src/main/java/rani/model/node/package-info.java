// SPDX-License-Identifier: Apache-2.0

/** Nodes' configurations and keys, from a topology. */
@NullMarked
package rani.model.node;

import org.jspecify.annotations.NullMarked;
