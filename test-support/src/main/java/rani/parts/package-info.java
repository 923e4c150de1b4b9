// SPDX-License-Identifier: Apache-2.0

/** Programs and rights that tests need of the machine, and the record of skipped tests. */
@NullMarked
package rani.parts;

import org.jspecify.annotations.NullMarked;
