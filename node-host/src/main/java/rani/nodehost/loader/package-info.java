// SPDX-License-Identifier: Apache-2.0

/**
 * Services that are loaded into a running node: {@link rani.nodehost.loader.Loader} receives their
 * jars.
 */
@NullMarked
package rani.nodehost.loader;

import org.jspecify.annotations.NullMarked;
