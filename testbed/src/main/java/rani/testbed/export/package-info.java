// SPDX-License-Identifier: Apache-2.0

/** A network as files for others who start its nodes: Kubernetes, Compose, systemd. */
@NullMarked
package rani.testbed.export;

import org.jspecify.annotations.NullMarked;
