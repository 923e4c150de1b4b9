// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.List;

/** Stop of a packet at a node on its path, with short labels. */
public record PathStop(String node, List<String> lines) {}
