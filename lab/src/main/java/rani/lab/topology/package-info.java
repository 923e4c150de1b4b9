// SPDX-License-Identifier: Apache-2.0

/**
 * Topology files: from YAML to a checked, resolved {@link rani.lab.topology.Topology}, from there
 * to the configurations of nodes, back to YAML, and to pictures.
 */
@NullMarked
package rani.lab.topology;

import org.jspecify.annotations.NullMarked;
