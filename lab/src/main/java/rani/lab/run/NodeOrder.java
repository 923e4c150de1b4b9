// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

/**
 * What a lab tells a node's JVM, as the first line of its standard input: what does not belong on a
 * command line that every user of the host can read.
 *
 * @param token that the control plane asks for
 * @param seed of the run
 * @param timeBaseNanos of all the run's nodes
 * @param transport {@code epoll} or {@code nio}
 * @param traceFile where the trace goes; empty for nowhere
 */
record NodeOrder(String token, long seed, long timeBaseNanos, String transport, String traceFile) {}
