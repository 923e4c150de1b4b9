// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.services.traffic.Arrivals;
import rani.study.variable.Placeholders;

/**
 * Reads files of recorded arrivals, a line each: seconds and bytes. The arrivals replace the file's
 * name in the tree, so that the folder of a run holds everything needed to repeat the run.
 */
final class ArrivalFile {
  /** Largest size of a file: {@link Arrivals#ARRIVALS_MAX} lines of 30 characters. */
  static final int FILE_BYTES_MAX = 3_000_000;

  private static final String TRAFFIC = "traffic";
  private static final String FILE = "file";
  private static final String ARRIVALS = "arrivals";

  static final Property PROPERTY =
      Kind.TEXT.property(
          FILE,
          "replay: a file of recorded arrivals, relative to this one: seconds and bytes, one"
              + " arrival a line; in place of arrivals.");

  private ArrivalFile() {}

  /** Returns the tree with arrivals in place of the names of files under {@code traffic}. */
  static LocatedMap resolved(Path path, LocatedMap root) throws FileError {
    if (!(root.get(TRAFFIC).orElse(null) instanceof LocatedList traffic)) {
      return root;
    }
    List<LocatedValue> members = new ArrayList<>();
    for (LocatedValue member : traffic.values()) {
      members.add(member instanceof LocatedMap flow ? flow(path, flow) : member);
    }
    return root.with(TRAFFIC, root.keyAt(TRAFFIC), new LocatedList(traffic.at(), members));
  }

  private static LocatedMap flow(Path path, LocatedMap flow) throws FileError {
    LocatedValue named = flow.get(FILE).orElse(null);
    if (named == null) {
      return FlowSizesFile.resolved(path, flow);
    }
    if (!(named instanceof LocatedScalar name)
        || name.isNull()
        || Placeholders.anyIn(name.text())) {
      throw new FileError(named.at(), "`file` takes the name of a file, which cannot vary", "");
    }
    if (flow.get(ARRIVALS).isPresent()) {
      throw new FileError(named.at(), "either `file` or `arrivals`", "");
    }
    Path file = path.resolveSibling(name.text()).normalize();
    LocatedList arrivals = new LocatedList(named.at(), arrivals(file, name.at()));
    return flow.without(FILE).with(ARRIVALS, named.at(), arrivals);
  }

  private static List<LocatedValue> arrivals(Path file, Location named) throws FileError {
    List<LocatedValue> arrivals = new ArrayList<>();
    long beforeNanos = 0;
    int line = 0;
    for (String text : text(file, named).split("\n", -1)) {
      line++;
      if (text.isBlank() || text.stripLeading().startsWith("#")) {
        continue;
      }
      Location at = new Location(file.toString(), line, 1);
      if (arrivals.isEmpty() && !Arrivals.Arrival.isWritten(text)) {
        // The first line shows that the file is no list of arrivals. The message omits its text,
        // because any file may be named here and its content may be private.
        throw new FileError(at, "no arrival; write seconds and bytes, such as `0.25 1000`", "");
      }
      Arrivals.Arrival arrival;
      try {
        arrival = Arrivals.Arrival.parse(text);
      } catch (IllegalArgumentException e) {
        throw new FileError(at, String.valueOf(e.getMessage()), "");
      }
      if (arrival.atNanos() < beforeNanos) {
        throw new FileError(at, "this arrival is before the one above it", "");
      }
      if (arrivals.size() == Arrivals.ARRIVALS_MAX) {
        throw new FileError(at, "a file has at most " + Arrivals.ARRIVALS_MAX + " arrivals", "");
      }
      beforeNanos = arrival.atNanos();
      arrivals.add(new LocatedScalar(at, arrival.text(), false));
    }
    if (arrivals.isEmpty()) {
      throw new FileError(Location.ofFile(file.toString()), "there are no arrivals in it", "");
    }
    return arrivals;
  }

  private static String text(Path file, Location named) throws FileError {
    return text(FILE, file, named, FILE_BYTES_MAX);
  }

  /** Reads a file that a key of a flow names. */
  static String text(String key, Path file, Location named, int bytesMax) throws FileError {
    String name = "`" + key + "`: " + Quoted.of(file.toString());
    try {
      return new String(InputFile.bytes(file, bytesMax), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new FileError(named, name + ": no such file", "");
    } catch (IOException e) {
      throw new FileError(named, name + ": " + e.getMessage(), "");
    }
  }
}
