// SPDX-License-Identifier: Apache-2.0

/** Charts of metrics and series: their data, and their drawing in Vega-Lite. */
@NullMarked
package rani.report.plot;

import org.jspecify.annotations.NullMarked;
