// SPDX-License-Identifier: Apache-2.0

/** A topology brought to life, for programs and tests: {@link rani.lab.Lab} is where to begin. */
@NullMarked
package rani.lab;

import org.jspecify.annotations.NullMarked;
