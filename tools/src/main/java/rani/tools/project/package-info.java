// SPDX-License-Identifier: Apache-2.0

/** Projects of services, queue disciplines and congestion controls of one's own. */
@NullMarked
package rani.tools.project;

import org.jspecify.annotations.NullMarked;
