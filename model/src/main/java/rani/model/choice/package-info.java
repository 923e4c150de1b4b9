// SPDX-License-Identifier: Apache-2.0

/** What a file chose where its paper says nothing, and what else it might have chosen. */
@NullMarked
package rani.model.choice;

import org.jspecify.annotations.NullMarked;
