// SPDX-License-Identifier: Apache-2.0

/** Runs of experiments, live or in virtual time. */
@NullMarked
package rani.study.trial;

import org.jspecify.annotations.NullMarked;
