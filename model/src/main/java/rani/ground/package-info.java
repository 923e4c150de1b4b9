// SPDX-License-Identifier: Apache-2.0

/**
 * What every room stands on: how a lab fails and what it says meanwhile, whose a file is, which
 * version this is.
 */
@NullMarked
package rani.ground;

import org.jspecify.annotations.NullMarked;
