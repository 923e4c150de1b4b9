// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileError;

/** A run that has ended. */
public final class ReplayFeed implements Feed {
  private final Path folder;
  private final String recording;

  /**
   * Reads it.
   *
   * @param folder of the run, or of a live trial
   * @param trial which, as {@code rani trace} takes it
   */
  public ReplayFeed(Path folder, Optional<String> trial) throws LabFailure, FileError {
    this.folder = folder;
    this.recording = RunReplay.of(folder, trial);
  }

  @Override
  public String recording() {
    return recording;
  }

  @Override
  public @Nullable Follower follow() {
    return null;
  }

  @Override
  public Said say(String line) throws LabFailure {
    throw new LabFailure("the run has ended; there is no one to say it to");
  }

  @Override
  public void keep(String positions) throws LabFailure {
    Positions.write(folder, positions);
  }

  @Override
  public void close() {
    // There is nothing to let go of.
  }
}
