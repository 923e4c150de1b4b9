// SPDX-License-Identifier: Apache-2.0

/** JSON as nodes, labs and records speak it, from and to records. */
@NullMarked
package rani.json;

import org.jspecify.annotations.NullMarked;
