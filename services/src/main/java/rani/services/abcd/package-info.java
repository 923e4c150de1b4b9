// SPDX-License-Identifier: Apache-2.0

/**
 * ABCD: monitors estimate available bandwidth and reduce packet sizes; splitters split or shorten
 * packets in front of bottlenecks.
 */
@NullMarked
package rani.services.abcd;

import org.jspecify.annotations.NullMarked;
