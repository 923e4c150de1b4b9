// SPDX-License-Identifier: Apache-2.0

/** The JVM of a node: its launch request and reply, and nodes that run in the foreground. */
@NullMarked
package rani.nodehost.jvm;

import org.jspecify.annotations.NullMarked;
