// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.screen;

import org.jspecify.annotations.NullMarked;
