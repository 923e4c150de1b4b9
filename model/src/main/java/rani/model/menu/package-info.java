// SPDX-License-Identifier: Apache-2.0

/** Which services there are, and the options that a file gives them. */
@NullMarked
package rani.model.menu;

import org.jspecify.annotations.NullMarked;
