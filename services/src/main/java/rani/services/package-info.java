// SPDX-License-Identifier: Apache-2.0

/** Code shared by the standard services: their numbers, rate limits and access control. */
@NullMarked
package rani.services;

import org.jspecify.annotations.NullMarked;
