// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import rani.link.LinkTrace;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Puts files of traces into the topology that names them, so that a run's folder, other hosts and
 * exports have them without the files. A link may name a file itself; it is then a trace of that
 * name.
 */
public final class TraceFiles {
  /** Largest size of a file. */
  public static final int FILE_BYTES_MAX = 16_000_000;

  /** The most characters of all traces of a topology, as they are put into it. */
  public static final int CHARS_MAX = 3_000_000;

  private static final String RATE = "rate";

  private final Path path;
  private LocatedMap traces;
  private long chars;

  private TraceFiles(Path path, LocatedMap traces) {
    this.path = path;
    this.traces = traces;
  }

  /** Returns a topology's tree with traces in place of the names of their files. */
  public static LocatedMap resolved(Path path, LocatedMap topology) throws FileError {
    LocatedMap said =
        topology.get(TraceReader.TRACES).orElse(null) instanceof LocatedMap map
            ? map
            : LocatedMap.empty(topology.keyAt(TraceReader.TRACES));
    TraceFiles files = new TraceFiles(path, said);
    for (Map.Entry<String, LocatedMap.Entry> entry : said.entries().entrySet()) {
      if (entry.getValue().value() instanceof LocatedMap trace
          && trace.get(TraceReader.FILE).isPresent()) {
        files.replace(entry.getKey(), trace);
      }
    }
    files.walk("", topology.without(TraceReader.TRACES));
    return files.traces.entries().equals(said.entries())
        ? topology
        : topology.with(TraceReader.TRACES, topology.keyAt(TraceReader.TRACES), files.traces);
  }

  private void replace(String name, LocatedMap trace) throws FileError {
    LocatedValue file = trace.get(TraceReader.FILE).orElse(trace);
    if (!(file instanceof LocatedScalar scalar) || scalar.isNull() || isVariable(scalar)) {
      throw new FileError(file.at(), "`file` takes the name of a file, which cannot vary", "");
    }
    for (String key : trace.keys()) {
      if (!key.equals(TraceReader.FILE) && !key.equals(TraceColumns.KEY)) {
        throw new FileError(
            trace.keyAt(key), "either `file` or " + Quoted.of(key) + ", which the file says", "");
      }
    }
    add(name, scalar, TraceColumns.read(trace));
  }

  /** Finds the links that name a trace, also in choices and in a schedule. */
  private void walk(String key, LocatedValue value) throws FileError {
    switch (value) {
      case LocatedMap map -> {
        if ((key.equals(RATE) || key.endsWith("." + RATE))
            && map.get(TraceUse.TRACE).orElse(null) instanceof LocatedScalar name
            && !name.isNull()
            && !isVariable(name)
            && traces.get(name.text()).isEmpty()) {
          add(name.text(), name, TraceColumns.USUAL);
        }
        for (Map.Entry<String, LocatedMap.Entry> entry : map.entries().entrySet()) {
          walk(entry.getKey(), entry.getValue().value());
        }
      }
      case LocatedList list -> {
        for (LocatedValue member : list.values()) {
          walk("", member);
        }
      }
      case LocatedScalar _ -> {}
    }
  }

  private static boolean isVariable(LocatedScalar scalar) {
    return scalar.text().contains("${");
  }

  private void add(String name, LocatedScalar file, TraceColumns columns) throws FileError {
    LinkTrace trace = load(path.resolveSibling(file.text()).normalize(), file.at(), columns);
    LocatedMap tree = TraceReader.tree(trace, file.at().file());
    chars += chars(tree);
    if (chars > CHARS_MAX) {
      throw new FileError(
          file.at(),
          "the traces of a topology have at most " + CHARS_MAX + " characters, without gaps",
          "shorten them");
    }
    traces = traces.with(name, file.at(), tree);
  }

  private static long chars(LocatedValue value) {
    return switch (value) {
      case LocatedMap map ->
          map.entries().values().stream().mapToLong(entry -> chars(entry.value())).sum();
      case LocatedList list -> list.values().stream().mapToLong(TraceFiles::chars).sum();
      case LocatedScalar scalar -> scalar.text().length() + 1;
    };
  }

  /**
   * Reads a file of Mahimahi's format, if its first line is a number alone, or else CSV.
   *
   * @throws FileError with file and line; at {@code named} if there is no such file
   */
  static LinkTrace load(Path file, Location named, TraceColumns columns) throws FileError {
    String text;
    try {
      text = InputFile.text(file, FILE_BYTES_MAX);
    } catch (NoSuchFileException e) {
      throw new FileError(
          named,
          "`trace`: " + Quoted.of(file.toString()) + ": no such file, and no trace of that name",
          "");
    } catch (CharacterCodingException e) {
      throw new FileError(Location.ofFile(file.toString()), "this is no text", "");
    } catch (IOException e) {
      throw new FileError(
          named, "`trace`: " + Quoted.of(file.toString()) + ": " + e.getMessage(), "");
    }
    if (!MahimahiText.isOne(text)) {
      return StepCsv.parse(file.toString(), text, columns);
    }
    if (!columns.said().isEmpty()) {
      throw new FileError(
          columns.at(), "`columns` are of CSV, and this file is of Mahimahi's format", "");
    }
    return MahimahiText.parse(file.toString(), text);
  }
}
