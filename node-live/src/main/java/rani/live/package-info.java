// SPDX-License-Identifier: Apache-2.0

/**
 * The live world: a node on an event loop of its own, its virtual links carried by UDP. Begin with
 * {@link rani.live.LiveNode}; {@link rani.live.TraceFile} records what it does.
 */
@NullMarked
package rani.live;

import org.jspecify.annotations.NullMarked;
