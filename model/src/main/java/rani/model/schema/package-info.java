// SPDX-License-Identifier: Apache-2.0

/** What editors, tables and {@code rani explain} know of the keys of files. */
@NullMarked
package rani.model.schema;

import org.jspecify.annotations.NullMarked;
