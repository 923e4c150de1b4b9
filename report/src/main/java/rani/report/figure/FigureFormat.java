// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.Locale;

/** A kind of file that a chart is written to; its name is also the ending of the file's. */
public enum FigureFormat {
  SVG,
  PNG,
  PDF,
  /** A picture of TikZ and pgfplots, for {@code \input} in a paper. */
  TEX;

  /** Returns whether it takes a process of {@link VlConvert}. */
  public boolean isDrawn() {
    return this != TEX;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
