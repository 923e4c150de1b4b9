// SPDX-License-Identifier: Apache-2.0

/** What standard services share: their numbers, and who may ask what of them. */
@NullMarked
package rani.services;

import org.jspecify.annotations.NullMarked;
