// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A node found one of its links down, or up again, so many nanoseconds since the start of the run;
 * links of a node are numbered from 0.
 */
public record LinkChange(long timeNanos, String node, int link, boolean up) {}
