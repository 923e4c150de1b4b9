// SPDX-License-Identifier: Apache-2.0

/** Names of metrics, and what is expected of them. */
@NullMarked
package rani.study.expectation;

import org.jspecify.annotations.NullMarked;
