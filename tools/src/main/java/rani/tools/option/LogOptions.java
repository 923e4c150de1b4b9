// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.tools.log.LogFormat;
import rani.tools.log.LogLevel;
import rani.tools.log.LogSettings;

/** The options {@code --log…} of programs that run long. */
public final class LogOptions extends OptionGroup {
  private static final long FILE_BYTES_MIN = 1000;
  private static final long BYTES_PER_MEGABYTE = 1_000_000;

  @Option(
      names = "--log-level",
      paramLabel = "error|warn|info|debug",
      description = "What is logged: this and worse. Default: info.")
  private @Nullable LogLevel level;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "How: a line of text, or one JSON object on a line. Default: text.")
  private @Nullable LogFormat format;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Where: FILE, which is FILE.1 when it is full, and so on to FILE."
              + (LogSettings.FILES_MAX - 1)
              + "; what is older is removed. Default: standard error.")
  private @Nullable Path file;

  @Option(
      names = "--log-size",
      paramLabel = "SIZE",
      description =
          "The size at which FILE is full. Default: "
              + LogSettings.FILE_BYTES_MAX / BYTES_PER_MEGABYTE
              + "MB.")
  private @Nullable String size;

  /** Has this JVM log as the options say; fails if that cannot be. */
  public void apply() throws LabFailure {
    LogSettings like = LogSettings.DEFAULT;
    if (size != null && file == null) {
      throw wrong("--log-size is for --log");
    }
    if (file != null && file.toString().matches(".*[%\\\\].*")) {
      throw wrong("--log: a name without % and \\, not " + file);
    }
    LogSettings settings =
        new LogSettings(
            level == null ? like.level() : level,
            format == null ? like.format() : format,
            Optional.ofNullable(file),
            size == null ? like.fileBytesMax() : bytes(size));
    if (settings.equals(like)) {
      return;
    }
    try {
      settings.apply();
    } catch (IOException e) {
      throw new LabFailure("--log: " + e.getMessage(), e);
    }
  }

  private long bytes(String text) {
    try {
      long bytes = Units.sizeBytes(text);
      if (bytes < FILE_BYTES_MIN) {
        throw new UnitError("at least " + Units.printSize(FILE_BYTES_MIN));
      }
      return bytes;
    } catch (UnitError e) {
      throw wrong("--log-size: " + e.getMessage());
    }
  }
}
