// SPDX-License-Identifier: Apache-2.0

/**
 * Services that come into a network while it runs: {@link rani.lab.loader.Loader} takes their jars
 * at a node, {@link rani.lab.loader.Shipment} brings them there.
 */
@NullMarked
package rani.lab.loader;

import org.jspecify.annotations.NullMarked;
