// SPDX-License-Identifier: Apache-2.0

/** Foundations of all packages: failures, progress, file permissions, the program's version. */
@NullMarked
package rani.ground;

import org.jspecify.annotations.NullMarked;
