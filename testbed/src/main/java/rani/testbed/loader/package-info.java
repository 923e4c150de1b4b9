// SPDX-License-Identifier: Apache-2.0

/** Delivery of service jars to running nodes. */
@NullMarked
package rani.testbed.loader;

import org.jspecify.annotations.NullMarked;
