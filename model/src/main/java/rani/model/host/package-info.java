// SPDX-License-Identifier: Apache-2.0

/** Where a network touches what is outside of it: its machines, and the ports that it forwards. */
@NullMarked
package rani.model.host;

import org.jspecify.annotations.NullMarked;
