// SPDX-License-Identifier: Apache-2.0

/** Transfers as they are judged: how long each took, and how long it takes at least. */
@NullMarked
package rani.study.flow;

import org.jspecify.annotations.NullMarked;
