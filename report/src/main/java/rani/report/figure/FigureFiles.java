// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.WholeFile;
import rani.report.plot.Chart;

/** Writes charts into a folder, {@code NAME.pdf} and others; vl-convert starts with the first. */
public final class FigureFiles implements AutoCloseable {
  private final Path folder;
  private final SortedSet<FigureFormat> formats;
  private @Nullable VlConvert converter;

  /** Writes into {@code folder}, which must exist. */
  public FigureFiles(Path folder, Set<FigureFormat> formats) {
    this.folder = folder;
    this.formats = new TreeSet<>(formats);
  }

  /**
   * Writes a chart, and returns the files.
   *
   * @throws LabFailure if vl-convert is missing or cannot draw it; what to install is in the
   *     message
   */
  public List<Path> write(Chart chart, Theme theme) throws IOException, LabFailure {
    List<Path> written = new ArrayList<>();
    if (formats.contains(FigureFormat.TEX)) {
      Path file = folder.resolve(chart.name() + "." + FigureFormat.TEX.text());
      WholeFile.write(file, Pgfplots.picture(chart, theme));
      written.add(file);
    }
    if (formats.stream().anyMatch(FigureFormat::isDrawn)) {
      written.addAll(write(Figure.draw(started(), chart, theme), folder, chart, formats));
    }
    return written;
  }

  /** Writes the drawn formats of a figure. */
  static List<Path> write(Figure figure, Path folder, Chart chart, Set<FigureFormat> formats)
      throws IOException, LabFailure {
    List<Path> written = new ArrayList<>();
    for (FigureFormat format : formats) {
      Path file = folder.resolve(chart.name() + "." + format.text());
      switch (format) {
        case SVG -> WholeFile.write(file, figure.svg());
        case PNG -> write(file, figure.png());
        case PDF -> write(file, figure.pdf());
        case TEX -> {
          continue;
        }
      }
      written.add(file);
    }
    return written;
  }

  private VlConvert started() throws LabFailure {
    VlConvert there = converter;
    if (there == null) {
      there = VlConvert.start();
      converter = there;
    }
    return there;
  }

  private static void write(Path file, byte[] content) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    WholeFile.write(
        file,
        channel -> {
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
        });
  }

  @Override
  public void close() {
    if (converter != null) {
      converter.close();
    }
  }
}
