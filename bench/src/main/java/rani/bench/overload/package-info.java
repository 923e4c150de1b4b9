// SPDX-License-Identifier: Apache-2.0

/** What a live node still forwards when far more comes than it can take. */
@NullMarked
package rani.bench.overload;

import org.jspecify.annotations.NullMarked;
