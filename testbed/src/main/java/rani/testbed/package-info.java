// SPDX-License-Identifier: Apache-2.0

/**
 * A topology brought to life, for programs and tests: {@link rani.testbed.Lab} is where to begin.
 */
@NullMarked
package rani.testbed;

import org.jspecify.annotations.NullMarked;
