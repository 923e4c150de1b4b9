// SPDX-License-Identifier: Apache-2.0

/** Files sent through a live network, whole or not at all. */
@NullMarked
package rani.testbed.transfer;

import org.jspecify.annotations.NullMarked;
