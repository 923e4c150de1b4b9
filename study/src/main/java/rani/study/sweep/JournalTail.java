// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/**
 * Reads what another process appends to the journal of a shard. Damaged lines are passed over: they
 * are of trials that the other process has still to run again.
 */
public final class JournalTail {
  private final Path journal;
  private final String sweep;
  private final Shard shard;
  private final long trials;
  private @Nullable Object file;
  private long readBytes;
  private @Nullable String foreign;

  /** Receives the rows of finished trials, some of them twice if the journal was mended. */
  @FunctionalInterface
  public interface Sink {
    void row(long index, long millis, byte[] row) throws IOException;
  }

  /** Follows the journal of one of the shards of a sweep; it need not be there yet. */
  public JournalTail(Path journal, SweepIdentity sweep, Shard shard) {
    this.journal = journal;
    this.sweep = sweep.id();
    this.trials = sweep.trials();
    this.shard = shard;
  }

  /** Hands on the lines that have come since the last call; fails if one is of another sweep. */
  public void read(Sink sink) throws IOException, LabFailure {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(journal, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return;
    }
    if (!Objects.equals(file, now.fileKey()) || now.size() < readBytes) {
      readBytes = 0; // another file has taken its place, as when damage is mended
      file = now.fileKey();
    }
    if (now.size() == readBytes) {
      return;
    }
    readBytes =
        JournalLines.read(
            journal,
            readBytes,
            new JournalLines.Sink() {
              @Override
              public void line(JournalLines.Entry entry, byte[] line) throws IOException {
                if (!sweep.equals(entry.sweep())
                    || entry.index() >= trials
                    || entry.index() % shard.of() != shard.number() - 1) {
                  foreign = "%s holds a trial of another sweep or shard".formatted(journal);
                } else {
                  sink.row(entry.index(), entry.millis(), entry.row(line));
                }
              }

              @Override
              public void damaged(long number, String what) {}
            });
    if (foreign != null) {
      throw new LabFailure(foreign);
    }
  }
}
