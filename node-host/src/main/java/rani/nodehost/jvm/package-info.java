// SPDX-License-Identifier: Apache-2.0

/** A node's own JVM: its launch request and reply, and a node that is started by hand. */
@NullMarked
package rani.nodehost.jvm;

import org.jspecify.annotations.NullMarked;
