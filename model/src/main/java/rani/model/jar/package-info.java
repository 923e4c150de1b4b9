// SPDX-License-Identifier: Apache-2.0

/**
 * Service jars: their signatures, and the checks before their code runs. {@link
 * rani.model.jar.SignedJar} describes the format.
 */
@NullMarked
package rani.model.jar;

import org.jspecify.annotations.NullMarked;
