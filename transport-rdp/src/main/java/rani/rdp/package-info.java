// SPDX-License-Identifier: Apache-2.0

/** RDP, the reliable transport, as a machine without I/O. */
@NullMarked
package rani.rdp;

import org.jspecify.annotations.NullMarked;
