// SPDX-License-Identifier: Apache-2.0

/**
 * What reports and the window show of a service: its metrics, with words and units, and how its
 * notes are drawn.
 */
@NullMarked
package rani.service.metric;

import org.jspecify.annotations.NullMarked;
