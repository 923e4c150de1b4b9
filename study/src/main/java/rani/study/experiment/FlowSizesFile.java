// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.services.traffic.FlowSizes;
import rani.study.variable.Placeholders;

/**
 * Reads files of distributions of sizes, a line each: bytes and the share of flows up to that. The
 * points replace the file's name in the tree, so that the folder of a run holds everything needed
 * to repeat the run.
 */
final class FlowSizesFile {
  /** Largest size of a file: {@link FlowSizes#POINTS_MAX} lines of 40 characters. */
  static final int FILE_BYTES_MAX = 400_000;

  private static final String SIZES = "sizes";
  private static final String SUFFIX = ".csv";
  private static final Pattern HEAD = Pattern.compile("\\s*[A-Za-z_]+\\s*,\\s*[A-Za-z_]+\\s*");

  private FlowSizesFile() {}

  /** Returns the flow with points in place of the name of a file. */
  static LocatedMap resolved(Path path, LocatedMap flow) throws FileError {
    if (!(flow.get(SIZES).orElse(null) instanceof LocatedScalar name)
        || !name.text().toLowerCase(Locale.ROOT).endsWith(SUFFIX)) {
      return flow;
    }
    if (Placeholders.anyIn(name.text())) {
      throw new FileError(name.at(), "`sizes` takes the name of a file, which cannot vary", "");
    }
    Path file = path.resolveSibling(name.text()).normalize();
    return flow.with(SIZES, flow.keyAt(SIZES), new LocatedList(name.at(), points(file, name.at())));
  }

  private static List<LocatedValue> points(Path file, Location named) throws FileError {
    List<FlowSizes.Point> points = new ArrayList<>();
    List<LocatedValue> written = new ArrayList<>();
    int line = 0;
    boolean hasHead = false;
    for (String text : ArrivalFile.text(SIZES, file, named, FILE_BYTES_MAX).split("\n", -1)) {
      line++;
      if (text.isBlank() || text.stripLeading().startsWith("#")) {
        continue;
      }
      Location at = new Location(file.toString(), line, 1);
      boolean isPoint = FlowSizes.Point.isWritten(text);
      if (points.isEmpty() && !isPoint) {
        if (hasHead || !HEAD.matcher(text).matches()) {
          // The text is omitted, because any file may be named here and its content be private.
          throw new FileError(
              at, "no point; write bytes and the share of flows up to that: `1460,0.5`", "");
        }
        hasHead = true;
        continue;
      }
      try {
        points.add(FlowSizes.Point.parse(text));
      } catch (IllegalArgumentException e) {
        throw new FileError(at, String.valueOf(e.getMessage()), "");
      }
      written.add(new LocatedScalar(at, text.strip().replaceFirst("\\s*,\\s*|\\s+", " "), false));
      if (points.size() > FlowSizes.POINTS_MAX) {
        break;
      }
    }
    try {
      FlowSizes.check(points);
    } catch (IllegalArgumentException e) {
      throw new FileError(Location.ofFile(file.toString()), String.valueOf(e.getMessage()), "");
    }
    return written;
  }
}
