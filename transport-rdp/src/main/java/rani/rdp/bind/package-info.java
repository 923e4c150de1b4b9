// SPDX-License-Identifier: Apache-2.0

/** RDP in a service of a node: the endpoint on the service's context, options and notes. */
@NullMarked
package rani.rdp.bind;

import org.jspecify.annotations.NullMarked;
