// SPDX-License-Identifier: Apache-2.0

/** An operator's keys, and the service jars and modules signed with them. */
@NullMarked
package rani.tools.operator;

import org.jspecify.annotations.NullMarked;
