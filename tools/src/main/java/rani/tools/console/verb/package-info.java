// SPDX-License-Identifier: Apache-2.0

/** The context of verbs and their common parts: names, replies, tables. */
@NullMarked
package rani.tools.console.verb;

import org.jspecify.annotations.NullMarked;
