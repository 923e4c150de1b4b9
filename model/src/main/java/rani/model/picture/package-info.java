// SPDX-License-Identifier: Apache-2.0

/** Networks as pictures. */
@NullMarked
package rani.model.picture;

import org.jspecify.annotations.NullMarked;
