// SPDX-License-Identifier: Apache-2.0

/** The control plane of a node: what it can be asked and told over HTTP. */
@NullMarked
package rani.nodehost.control;

import org.jspecify.annotations.NullMarked;
