// SPDX-License-Identifier: Apache-2.0

/** How fast it is: each case measured beside its peers, in turn, in one run. */
@NullMarked
package rani.bench;

import org.jspecify.annotations.NullMarked;
