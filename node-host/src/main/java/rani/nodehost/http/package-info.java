// SPDX-License-Identifier: Apache-2.0

/** HTTP/1.1 between the programs of one user, over a Unix socket or TCP. */
@NullMarked
package rani.nodehost.http;

import org.jspecify.annotations.NullMarked;
