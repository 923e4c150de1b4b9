// SPDX-License-Identifier: Apache-2.0

/** Reads topology files to a checked {@link rani.model.topology.Topology}, and prints them. */
@NullMarked
package rani.model.topology;

import org.jspecify.annotations.NullMarked;
