// SPDX-License-Identifier: Apache-2.0

/** Programs that run at the edges of nodes. */
@NullMarked
package rani.model.edge;

import org.jspecify.annotations.NullMarked;
