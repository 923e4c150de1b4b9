// SPDX-License-Identifier: Apache-2.0

/** A service that a running network may take in. */
@NullMarked
package org.example.talkers;

import org.jspecify.annotations.NullMarked;
