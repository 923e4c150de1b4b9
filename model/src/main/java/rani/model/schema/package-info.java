// SPDX-License-Identifier: Apache-2.0

/** Descriptions of the keys of files for editors, documents and {@code rani explain}. */
@NullMarked
package rani.model.schema;

import org.jspecify.annotations.NullMarked;
