// SPDX-License-Identifier: Apache-2.0

/**
 * Topology files: from YAML to a checked, resolved {@link rani.model.topology.Topology}, and back.
 */
@NullMarked
package rani.model.topology;

import org.jspecify.annotations.NullMarked;
