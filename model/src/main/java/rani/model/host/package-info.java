// SPDX-License-Identifier: Apache-2.0

/** The environment of a network: its host machines, and forwards for real programs. */
@NullMarked
package rani.model.host;

import org.jspecify.annotations.NullMarked;
