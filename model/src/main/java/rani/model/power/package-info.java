// SPDX-License-Identifier: Apache-2.0

/** Effects of a topology on the machine that runs it, for the user's consent. */
@NullMarked
package rani.model.power;

import org.jspecify.annotations.NullMarked;
