// SPDX-License-Identifier: Apache-2.0

/** Choices: values that an experiment's paper leaves open, and their alternatives. */
@NullMarked
package rani.model.choice;

import org.jspecify.annotations.NullMarked;
