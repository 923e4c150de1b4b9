// SPDX-License-Identifier: Apache-2.0

/** The ways that packets take through a running network: watched hop by hop, or foretold. */
@NullMarked
package rani.testbed.journey;

import org.jspecify.annotations.NullMarked;
