// SPDX-License-Identifier: Apache-2.0

/** The page of services in WebAssembly that do harm on purpose. */
@NullMarked
package rani.report.hostile;

import org.jspecify.annotations.NullMarked;
