// SPDX-License-Identifier: Apache-2.0

/** Configurations and keys of nodes, derived from a topology. */
@NullMarked
package rani.model.node;

import org.jspecify.annotations.NullMarked;
