// SPDX-License-Identifier: Apache-2.0

/** What a file may do to the machine that runs it, for its user to allow. */
@NullMarked
package rani.model.power;

import org.jspecify.annotations.NullMarked;
