// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.option;

import org.jspecify.annotations.NullMarked;
