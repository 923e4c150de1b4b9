// SPDX-License-Identifier: Apache-2.0

/** A run in a browser: its recording, the page that plays it, and the server of the page. */
@NullMarked
package rani.report.window;

import org.jspecify.annotations.NullMarked;
