// SPDX-License-Identifier: Apache-2.0

/** ACC-ABCD: data split into pieces, of which a router drops those that matter least. */
@NullMarked
package rani.services.abcd;

import org.jspecify.annotations.NullMarked;
