// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.console.change;

import org.jspecify.annotations.NullMarked;
