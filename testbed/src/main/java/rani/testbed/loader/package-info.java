// SPDX-License-Identifier: Apache-2.0

/** Service jars on their way to a running node. */
@NullMarked
package rani.testbed.loader;

import org.jspecify.annotations.NullMarked;
