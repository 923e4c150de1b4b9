// SPDX-License-Identifier: Apache-2.0

/**
 * The queue disciplines that drop or mark before the buffer is full (active queue management, RFC
 * 7567), each with its settings, which files name and set.
 */
@NullMarked
package rani.aqm;

import org.jspecify.annotations.NullMarked;
