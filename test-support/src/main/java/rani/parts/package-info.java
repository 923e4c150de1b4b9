// SPDX-License-Identifier: Apache-2.0

/** What tests ask of the machine, and what became of those that it could not serve. */
@NullMarked
package rani.parts;

import org.jspecify.annotations.NullMarked;
