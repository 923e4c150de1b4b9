// SPDX-License-Identifier: Apache-2.0

/** The window in the browser, and the command that opens it. */
@NullMarked
package rani.tools.window;

import org.jspecify.annotations.NullMarked;
