// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.Optional;
import rani.lab.topology.Topology;
import rani.live.Transport;

/**
 * What a live network is made from.
 *
 * @param topology the network, every value resolved
 * @param seed of every stream of chance
 * @param transport that carries all its datagrams
 * @param directory where traces and, with processes, logs and the record go; empty for none
 */
public record LivePlan(
    Topology topology, long seed, Transport transport, Optional<RunDirectory> directory) {}
