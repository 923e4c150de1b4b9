// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.console.traffic;

import org.jspecify.annotations.NullMarked;
