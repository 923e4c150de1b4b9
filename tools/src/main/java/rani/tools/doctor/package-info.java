// SPDX-License-Identifier: Apache-2.0

/** Checks whether this machine is fit for live networks. */
@NullMarked
package rani.tools.doctor;

import org.jspecify.annotations.NullMarked;
