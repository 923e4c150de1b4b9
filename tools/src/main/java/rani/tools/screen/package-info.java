// SPDX-License-Identifier: Apache-2.0

/** What verbs print with, and what they exit with. */
@NullMarked
package rani.tools.screen;

import org.jspecify.annotations.NullMarked;
