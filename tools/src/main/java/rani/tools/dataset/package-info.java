// SPDX-License-Identifier: Apache-2.0

/** Data sets of networks that others have made, where they are installed. */
@NullMarked
package rani.tools.dataset;

import org.jspecify.annotations.NullMarked;
