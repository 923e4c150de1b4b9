// SPDX-License-Identifier: Apache-2.0

/** Code in packets at a live node: {@link rani.nodehost.code.LiveCode} prepares it. */
@NullMarked
package rani.nodehost.code;

import org.jspecify.annotations.NullMarked;
