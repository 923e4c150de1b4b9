// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import rani.live.LastCall;
import rani.model.file.InputFile;
import rani.nodehost.folder.RunDirectory;

/** Finds out why a node's JVM ended by itself, from its crash report, heap message or last call. */
public final class ExitCause {
  private static final String OUT_OF_MEMORY = "Terminating due to java.lang.OutOfMemoryError";
  private static final int LOG_BYTES_MAX = 4096;

  private ExitCause() {}

  /** Returns a sentence with the cause and the service; empty without a sign of a failure. */
  public static Optional<String> of(RunDirectory directory, String node) {
    Optional<String> lastWords = read(directory.verdict(node));
    if (lastWords.isPresent()) {
      return lastWords;
    }
    Optional<String> service = LastCall.of(directory.lastCall(node));
    String where = service.map(name -> " while service " + name + " was being called").orElse("");
    if (endOf(directory.log(node)).contains(OUT_OF_MEMORY)) {
      return Optional.of("its memory was exhausted" + where);
    }
    return service.isEmpty() ? Optional.empty() : Optional.of("it ended" + where);
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(InputFile.text(file).strip());
    } catch (IOException e) {
      return Optional.empty(); // the JVM wrote no report
    }
  }

  private static String endOf(Path log) {
    try (FileChannel file = InputFile.channel(log)) {
      file.position(Math.max(0, file.size() - LOG_BYTES_MAX));
      byte[] end = Channels.newInputStream(file).readNBytes(LOG_BYTES_MAX);
      return new String(end, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
