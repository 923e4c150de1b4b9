// SPDX-License-Identifier: Apache-2.0

/**
 * Service jars: what an operator signs, and how that is checked before any of it is run. {@link
 * rani.model.jar.SignedJar} describes the envelope.
 */
@NullMarked
package rani.model.jar;

import org.jspecify.annotations.NullMarked;
