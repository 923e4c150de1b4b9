// SPDX-License-Identifier: Apache-2.0
package rani.lab.chaos;

import java.util.Optional;

/**
 * What became of one seed.
 *
 * @param seed of the chaos
 * @param events that happened, after each of which the books were checked
 * @param faults that befell the network
 * @param frames that nodes let go onto wires
 * @param connections of RDP that were made, at either end
 * @param broken what does not hold; empty if everything does
 */
public record ChaosOutcome(
    long seed, long events, int faults, long frames, long connections, Optional<String> broken) {}
