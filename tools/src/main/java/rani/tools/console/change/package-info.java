// SPDX-License-Identifier: Apache-2.0

/** Verbs that change a network: links, filters, nodes and their services. */
@NullMarked
package rani.tools.console.change;

import org.jspecify.annotations.NullMarked;
