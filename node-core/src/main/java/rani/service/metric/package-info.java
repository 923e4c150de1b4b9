// SPDX-License-Identifier: Apache-2.0

/** Presentation of a service in reports and the window: metrics, and drawings of its notes. */
@NullMarked
package rani.service.metric;

import org.jspecify.annotations.NullMarked;
