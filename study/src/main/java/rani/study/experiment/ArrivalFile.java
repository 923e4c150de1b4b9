// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.services.traffic.Arrivals;
import rani.study.capturefile.CaptureFile;
import rani.study.variable.Placeholders;

/**
 * Reads files of recorded arrivals: a line each, seconds and bytes; or a capture, whose IP packets
 * they are. The arrivals replace the file's name in the tree, so that the folder of a run holds
 * everything needed to repeat the run.
 */
final class ArrivalFile {
  /** Largest size of a file of lines: {@link Arrivals#ARRIVALS_MAX} lines of 30 characters. */
  static final int FILE_BYTES_MAX = 3_000_000;

  /** Largest size of a capture. */
  static final int CAPTURE_BYTES_MAX = 200_000_000;

  /** Bounds of the speed at which a file is replayed. */
  static final double SPEED_MAX = 1000;

  private static final long NANOS = 1_000_000_000;
  private static final String TRAFFIC = "traffic";
  private static final String FILE = "file";
  private static final String FILTER = "filter";
  private static final String SPEED = "speed";
  private static final String SKIP = "skip";
  private static final String TAKE = "take";
  private static final String ARRIVALS = "arrivals";
  private static final String RECORDED = "recorded";

  static final List<Property> PROPERTIES =
      List.of(
          Kind.TEXT.property(
              FILE,
              "replay: a file of recorded arrivals, relative to this one: seconds and bytes, one"
                  + " arrival a line; or a capture, pcap or pcapng; in place of arrivals."),
          Kind.TEXT.property(
              FILTER,
              "replay: which packets of a capture are taken: from=10.0.0.1 proto=tcp port=443."),
          Kind.DURATION.property(
              SKIP, "replay: how much of the file is left out at its beginning, by its time."),
          Kind.DURATION.property(
              TAKE, "replay: how much of the file is taken behind that, by its time."),
          Kind.NUMBER.property(
              SPEED, "replay: how many times as fast as in the file it is replayed."));

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
      for (String key : List.of(FILTER, SKIP, TAKE, SPEED)) {
        if (flow.get(key).isPresent()) {
          throw new FileError(
              flow.keyAt(key), "`" + key + "` is of a `file`, and none is given", "");
        }
      }
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
    Part part = Part.of(flow);
    byte[] bytes = bytes(FILE, file, name.at(), CAPTURE_BYTES_MAX);
    Optional<CaptureFile.Contents> capture;
    try {
      capture = CaptureFile.read(bytes, part.filter);
    } catch (UnitError e) {
      throw new FileError(flow.keyAt(FILTER), String.valueOf(e.getMessage()), e.hint());
    }
    LocatedMap replay = flow;
    for (Property property : PROPERTIES) {
      replay = replay.without(property.name());
    }
    if (capture.isPresent()) {
      return captured(file, name.at(), replay, capture.get(), part);
    }
    if (bytes.length > FILE_BYTES_MAX) {
      throw new FileError(
          name.at(),
          "`file`: %s: at most %d bytes are read, unless it is a capture"
              .formatted(Quoted.of(file.toString()), FILE_BYTES_MAX),
          "");
    }
    if (flow.get(FILTER).isPresent()) {
      throw new FileError(flow.keyAt(FILTER), "a filter is of a capture, which this is not", "");
    }
    List<LocatedValue> arrivals = new ArrayList<>();
    for (Located one : lines(file, new String(bytes, StandardCharsets.UTF_8))) {
      part.add(arrivals, one.at, one.arrival.atNanos(), one.arrival.sizeBytes());
    }
    if (arrivals.isEmpty()) {
      throw new FileError(Location.ofFile(file.toString()), "there are no arrivals in it", "");
    }
    return replay.with(ARRIVALS, name.at(), new LocatedList(name.at(), arrivals));
  }

  /** Which part of a file is replayed, and how fast. */
  private record Part(String filter, long skipNanos, long takeNanos, double speed) {
    static Part of(LocatedMap flow) throws FileError {
      double speed = value(flow, SPEED, 1.0, Units::number);
      if (!(speed >= 1 / SPEED_MAX && speed <= SPEED_MAX)) {
        throw new FileError(
            flow.keyAt(SPEED), "`speed` is 0.001 to 1000, such as 2 for twice as fast", "");
      }
      return new Part(
          value(flow, FILTER, "", text -> text),
          value(flow, SKIP, 0L, Units::durationNanos),
          value(flow, TAKE, Long.MAX_VALUE, Units::durationNanos),
          speed);
    }

    private static <T> T value(LocatedMap flow, String key, T usual, MapReader.Parser<T> parser)
        throws FileError {
      LocatedValue given = flow.get(key).orElse(null);
      if (given == null) {
        return usual;
      }
      if (!(given instanceof LocatedScalar scalar) || Placeholders.anyIn(scalar.text())) {
        throw new FileError(given.at(), "`" + key + "` takes one value, which cannot vary", "");
      }
      try {
        return parser.parse(scalar.text());
      } catch (UnitError e) {
        throw new FileError(given.at(), String.valueOf(e.getMessage()), e.hint());
      }
    }

    /** Adds an arrival if it is in this part; returns whether it was. */
    boolean add(List<LocatedValue> arrivals, Location at, long fileNanos, int bytes)
        throws FileError {
      long within = fileNanos - skipNanos;
      if (within < 0 || within >= takeNanos) {
        return false;
      }
      if (arrivals.size() == Arrivals.ARRIVALS_MAX) {
        throw new FileError(
            at,
            "at most " + Arrivals.ARRIVALS_MAX + " arrivals are replayed",
            "`skip` and `take` name a part of the file, `filter` some packets of a capture");
      }
      long atNanos = speed == 1 ? within : Math.round(within / speed);
      if (atNanos > Arrivals.SECONDS_MAX * NANOS) {
        throw new FileError(
            at,
            "an arrival is at most " + Arrivals.SECONDS_MAX + " s after the first",
            "`take` leaves later ones out");
      }
      String text = new Arrivals.Arrival(atNanos, bytes).text();
      arrivals.add(new LocatedScalar(at, text, false));
      return true;
    }
  }

  /** Returns the replay of a capture: its packets, and beside them in words what it held. */
  private static LocatedMap captured(
      Path file, Location named, LocatedMap replay, CaptureFile.Contents capture, Part part)
      throws FileError {
    List<LocatedValue> arrivals = new ArrayList<>();
    int raised = 0;
    for (CaptureFile.Packet packet : capture.taken()) {
      int bytes = Math.clamp(packet.lengthBytes(), Arrivals.SIZE_MIN, Arrivals.SIZE_MAX);
      boolean isIn = part.add(arrivals, named, packet.atNanos(), bytes);
      raised += isIn && bytes > packet.lengthBytes() ? 1 : 0;
    }
    String held =
        "%d of %d packets of %s: %d not IP, %d filtered, %d outside the part, %d raised to %d B%s"
            .formatted(
                arrivals.size(),
                capture.packets(),
                Objects.requireNonNull(file.getFileName()),
                capture.notIp(),
                capture.filtered(),
                capture.taken().size() - arrivals.size(),
                raised,
                Arrivals.SIZE_MIN,
                capture.cutOff() ? "; the file is cut off or damaged behind them" : "");
    if (arrivals.isEmpty()) {
      throw new FileError(Location.ofFile(file.toString()), "there are no arrivals in it", held);
    }
    return replay
        .with(ARRIVALS, named, new LocatedList(named, arrivals))
        .with(RECORDED, named, new LocatedScalar(named, held, true));
  }

  private record Located(Location at, Arrivals.Arrival arrival) {}

  private static List<Located> lines(Path file, String whole) throws FileError {
    List<Located> arrivals = new ArrayList<>();
    long beforeNanos = 0;
    int line = 0;
    for (String text : whole.split("\n", -1)) {
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
      beforeNanos = arrival.atNanos();
      arrivals.add(new Located(at, arrival));
    }
    return arrivals;
  }

  /** Reads a text file that a key of a flow names. */
  static String text(String key, Path file, Location named, int bytesMax) throws FileError {
    return new String(bytes(key, file, named, bytesMax), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String key, Path file, Location named, int bytesMax)
      throws FileError {
    String name = "`" + key + "`: " + Quoted.of(file.toString());
    try {
      return InputFile.bytes(file, bytesMax);
    } catch (NoSuchFileException e) {
      throw new FileError(named, name + ": no such file", "");
    } catch (IOException e) {
      throw new FileError(named, name + ": " + e.getMessage(), "");
    }
  }
}
