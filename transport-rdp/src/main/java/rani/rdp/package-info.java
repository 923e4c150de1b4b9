// SPDX-License-Identifier: Apache-2.0

/**
 * The Reliable Data Protocol, version 2 (RFC 908, RFC 1151): messages arrive once, in order, or the
 * application receives an error. The implementation is a state machine without I/O.
 */
@NullMarked
package rani.rdp;

import org.jspecify.annotations.NullMarked;
