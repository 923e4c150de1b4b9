// SPDX-License-Identifier: Apache-2.0

/**
 * Foundations of all other packages: failures, progress messages, file permissions and the
 * program's version.
 */
@NullMarked
package rani.ground;

import org.jspecify.annotations.NullMarked;
