// SPDX-License-Identifier: Apache-2.0

/**
 * Services that are loaded into a running network: {@link rani.nodehost.loader.Loader} takes their
 * jars at a node.
 */
@NullMarked
package rani.nodehost.loader;

import org.jspecify.annotations.NullMarked;
