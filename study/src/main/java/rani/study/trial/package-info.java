// SPDX-License-Identifier: Apache-2.0

/** Experiments carried out, live or in virtual time. */
@NullMarked
package rani.study.trial;

import org.jspecify.annotations.NullMarked;
