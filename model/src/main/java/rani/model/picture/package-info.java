// SPDX-License-Identifier: Apache-2.0

/** Pictures of networks. */
@NullMarked
package rani.model.picture;

import org.jspecify.annotations.NullMarked;
