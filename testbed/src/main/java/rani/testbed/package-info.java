// SPDX-License-Identifier: Apache-2.0

/** Running networks for programs and tests. Begin with {@link rani.testbed.Lab}. */
@NullMarked
package rani.testbed;

import org.jspecify.annotations.NullMarked;
