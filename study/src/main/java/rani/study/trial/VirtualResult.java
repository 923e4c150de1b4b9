// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileFormat;
import rani.model.file.InputFile;
import rani.nodehost.folder.RunDirectory;
import rani.study.experiment.Experiment;
import tools.jackson.core.JacksonException;

/**
 * The record of a virtual run that is needed to repeat it. The seed is that of the first trial. The
 * digests of the trials' traces are in order, and empty if none was recorded. {@code rani} is the
 * version that ran it, if that is known.
 */
public record VirtualResult(
    long seed, int trials, List<String> digests, @Nullable String rani, List<String> remarks) {
  public VirtualResult {
    digests = List.copyOf(digests);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads the record. A run that did not end has no record; its seed is then that of the file.
   * Throws {@link LabFailure} for a damaged record and for that of a live run.
   */
  public static VirtualResult read(RunDirectory directory, Experiment experiment)
      throws LabFailure {
    if (!Files.exists(directory.result())) {
      return new VirtualResult(
          experiment.seed(),
          1,
          List.of(),
          null,
          List.of("the run has no result: the seed is the file's, and there is no digest"));
    }
    try {
      String text = InputFile.text(directory.result());
      FileFormat.RESULT.check(directory.result(), text);
      JsonObject result = Json.object(text);
      if (!RunOptions.Mode.VIRTUAL.text().equals(result.find("mode"))) {
        throw new LabFailure(directory.path() + " was live, and its traces are gone");
      }
      List<String> digests = new ArrayList<>();
      if (result.find("digest") instanceof String digest) {
        digests.add(digest);
      } else if (result.find("digests") instanceof List<?> several) {
        several.forEach(digest -> digests.add(String.valueOf(digest)));
      }
      return new VirtualResult(
          number(result, "seed").longValue(),
          number(result, "trials").intValue(),
          digests,
          result.find("rani") instanceof String rani ? rani : null,
          List.of());
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new LabFailure("cannot read " + directory.result() + ": " + e.getMessage(), e);
    }
  }

  private static Number number(JsonObject result, String key) {
    if (result.find(key) instanceof Number number) {
      return number;
    }
    throw new IllegalArgumentException("no number `" + key + "`");
  }

  /** Returns the digest of the trace of a trial, from 1. */
  public Optional<String> digest(int trial) {
    return trial <= digests.size() ? Optional.of(digests.get(trial - 1)) : Optional.empty();
  }
}
