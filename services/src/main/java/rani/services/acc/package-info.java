// SPDX-License-Identifier: Apache-2.0

/** Active congestion control: monitors at queues, filters towards the sender. */
@NullMarked
package rani.services.acc;

import org.jspecify.annotations.NullMarked;
