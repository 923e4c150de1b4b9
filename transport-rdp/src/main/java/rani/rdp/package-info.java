// SPDX-License-Identifier: Apache-2.0

/**
 * The Reliable Data Protocol, version 2 (RFC 908, RFC 1151): messages arrive once, in order, or the
 * application receives an error. A machine without I/O: time is a parameter, segments go in and
 * come out.
 */
@NullMarked
package rani.rdp;

import org.jspecify.annotations.NullMarked;
