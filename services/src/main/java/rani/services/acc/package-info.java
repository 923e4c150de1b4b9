// SPDX-License-Identifier: Apache-2.0

/** Active Congestion Control: monitors at queues ask filters upstream to discard excess packets. */
@NullMarked
package rani.services.acc;

import org.jspecify.annotations.NullMarked;
