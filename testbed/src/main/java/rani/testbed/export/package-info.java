// SPDX-License-Identifier: Apache-2.0

/** A network as files for tools that start its nodes: Kubernetes, Compose, systemd. */
@NullMarked
package rani.testbed.export;

import org.jspecify.annotations.NullMarked;
