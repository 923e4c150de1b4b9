// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.json.Json;
import rani.json.JsonObject;
import rani.node.TraceLines;
import rani.world.FactShape;
import rani.world.Facts;
import tools.jackson.core.JacksonException;

/**
 * The formats of the files that runs and sweeps leave. A number rises only if an older version
 * would misread the file; new keys do not raise it, because readers pass over unknown ones. {@code
 * docs/compatibility.md} says what is promised.
 */
public enum FileFormat {
  RUN("run.json", 1, "the processes of a live run"),
  START("start.json", 1, "how a live run was started"),
  RESULT("result.json", 1, "what `rani run --json` prints"),
  REPORT("report.json", 1, "what the report of a run or sweep is made from"),
  RECORDING("recording.json", 1, "what the page's player plays"),
  SENSITIVITY("sensitivity.json", 1, "which choices move which number"),
  SWEEP(
      "sweep.json",
      1,
      "which sweep it is; its number also holds for `journal.jsonl`, `results.jsonl` and"
          + " `provenance.json`"),
  TRACE("trace/NODE.trace", TraceLines.FORMAT, "what a live node told");

  /** The key of the number, the first of a file. */
  private static final String FORMAT = "format";

  /** The key of the version of rani that wrote the file. */
  private static final String WRITER = "rani";

  private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+-]{1,40}");

  private final String fileName;
  private final int number;
  private final String meaning;

  FileFormat(String fileName, int number, String meaning) {
    this.fileName = fileName;
    this.number = number;
    this.meaning = meaning;
  }

  public String fileName() {
    return fileName;
  }

  public int number() {
    return number;
  }

  /** Returns what the file is about, in words. */
  public String meaning() {
    return meaning;
  }

  /** The first keys of a file: its format, and the version of rani that wrote it. */
  public record Head(int format, String rani) implements Facts {}

  /** Returns the head of a file that this version writes. */
  public Head head() {
    return new Head(number, Version.TEXT);
  }

  /** Returns a file's keys and values: the head, and those of a record. */
  public Facts headed(Record content) {
    SequencedMap<String, @Nullable Object> file = new LinkedHashMap<>(head().byKey());
    file.putAll(FactShape.of(content.getClass()).values(content));
    return JsonObject.of(file);
  }

  /**
   * Reads a file of this format, or of an older one, as {@link Json#readTolerant}.
   *
   * @throws LabFailure if a later version wrote it in a format that this one does not know
   * @throws JacksonException if it is malformed
   */
  public <T> T read(Path file, Class<T> kind) throws IOException, LabFailure {
    String text = InputFile.text(file);
    check(file, text);
    return Json.readTolerant(text, kind);
  }

  /**
   * Refuses a format that this version does not know. Without a number it is 1.
   *
   * @param text a JSON object, of which only the keys up to the number are read
   * @throws JacksonException if these are malformed
   */
  public void check(Path file, String text) throws LabFailure {
    Object found = Json.find(text, FORMAT);
    if (found != null) {
      check(file, found, Json.find(text, WRITER));
    }
  }

  /**
   * Refuses a format that this version does not know.
   *
   * @param found the number in the file
   * @param writer the version that wrote the file, if it is known
   */
  public void check(Path file, Object found, @Nullable Object writer) throws LabFailure {
    if (!(found instanceof Number format)
        || format.longValue() != format.doubleValue()
        || format.longValue() < 1) {
      throw new LabFailure(
          "%s has no valid `%s`: a whole number from 1 was expected, not %s"
              .formatted(file, FORMAT, Quoted.of(String.valueOf(found))));
    }
    if (format.longValue() > number) {
      String later =
          writer instanceof String text && VERSION.matcher(text).matches()
              ? "rani " + text
              : "a later rani";
      throw new LabFailure(
          "%s has format %s and was written by %s; rani %s reads formats up to %s"
              .formatted(file, format, later, Version.TEXT, number));
    }
  }
}
