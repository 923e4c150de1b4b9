// SPDX-License-Identifier: Apache-2.0

/**
 * The browser window of a run: its recording, the page that plays it, and the server of the page.
 */
@NullMarked
package rani.report.window;

import org.jspecify.annotations.NullMarked;
