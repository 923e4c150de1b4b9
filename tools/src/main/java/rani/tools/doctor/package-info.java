// SPDX-License-Identifier: Apache-2.0

/** Whether this machine is fit for live networks, and what it lacks. */
@NullMarked
package rani.tools.doctor;

import org.jspecify.annotations.NullMarked;
