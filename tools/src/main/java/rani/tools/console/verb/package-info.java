// SPDX-License-Identifier: Apache-2.0

/** What verbs are given and what several of them do: names, answers, tables. */
@NullMarked
package rani.tools.console.verb;

import org.jspecify.annotations.NullMarked;
