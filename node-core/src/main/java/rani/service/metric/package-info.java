// SPDX-License-Identifier: Apache-2.0

/**
 * Presentation of a service in reports and the window: its metrics, and how its notes are drawn.
 */
@NullMarked
package rani.service.metric;

import org.jspecify.annotations.NullMarked;
