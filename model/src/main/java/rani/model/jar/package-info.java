// SPDX-License-Identifier: Apache-2.0

/** Service jars, in the format of {@link rani.model.jar.SignedJar}, and their checks. */
@NullMarked
package rani.model.jar;

import org.jspecify.annotations.NullMarked;
