// SPDX-License-Identifier: Apache-2.0

/** The verb {@code generate}: traces of links, by published models. */
@NullMarked
package rani.tools.generate;

import org.jspecify.annotations.NullMarked;
