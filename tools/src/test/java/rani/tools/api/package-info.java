// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.api;

import org.jspecify.annotations.NullMarked;
