// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.log;

import org.jspecify.annotations.NullMarked;
