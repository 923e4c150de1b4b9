// SPDX-License-Identifier: Apache-2.0

/** Options and parameters that several commands take. */
@NullMarked
package rani.tools.option;

import org.jspecify.annotations.NullMarked;
