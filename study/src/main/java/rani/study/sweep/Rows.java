// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.model.file.Quoted;
import tools.jackson.core.JacksonException;

/** Index of the rows of a journal or of results, which stay in the file; 50 bytes per row. */
public final class Rows implements AutoCloseable {
  private static final String BEGINNING = "{\"trial\":";
  private static final int HASH_FROM = BEGINNING.length() + 1;
  private static final int HASH_DIGITS = 16;
  private static final int COPY_BYTES = 1 << 18;

  private final Path file;
  private final FileChannel channel;
  private final List<Place> places;
  private final DamagedLines damaged;
  private final long unchecked;
  private final long wholeBytes;

  static final Comparator<Place> BY_INDEX = Comparator.comparingInt(Place::index);

  /**
   * Index entry of a row: the index of its trial, from 0, or -1 if unknown; its line of the file,
   * from 1; and the first 64 bits of its trial's hash.
   */
  public record Place(int index, int line, long hash, long offsetBytes, int lengthBytes) {}

  public Rows(Path file, List<Place> places, DamagedLines damaged, long unchecked, long wholeBytes)
      throws IOException {
    this.file = file;
    this.channel = InputFile.channel(file);
    this.places = places;
    this.damaged = damaged;
    this.unchecked = unchecked;
    this.wholeBytes = wholeBytes;
  }

  /** Returns an index of results, which contain the hashes of trials but not their indices. */
  static Rows ofResults(Path results) throws IOException {
    List<Place> places = new ArrayList<>();
    DamagedLines damaged = new DamagedLines(results);
    long end =
        LineCutter.cut(
            results,
            BEGINNING,
            line -> {
              byte[] row = line.bytes();
              boolean isRow = !line.isTooLong() && isRow(row);
              if (!isRow || !line.isEnded()) {
                damaged.add(
                    line.number(),
                    isRow ? JournalLines.NO_END : JournalLines.damage(line, "no row of a trial"));
              }
              if (isRow) {
                places.add(
                    new Place(-1, (int) line.number(), hash(row), line.offsetBytes(), row.length));
              }
            });
    return new Rows(results, places, damaged, 0, end);
  }

  /** Returns whether a row is intact by its checksum; one of an old version must only parse. */
  static boolean isRow(byte[] row) {
    return CheckedLine.hasChecksum(row)
        ? CheckedLine.damage(row).isEmpty()
        : parsed(row).isPresent();
  }

  /** Parses a row with a checksum; empty if it is damaged, malformed, or has none. */
  public static Optional<TrialRow> whole(byte[] row) {
    return CheckedLine.hasChecksum(row) && CheckedLine.damage(row).isEmpty()
        ? parsed(row)
        : Optional.empty();
  }

  /** Parses a row; empty if it is malformed. */
  static Optional<TrialRow> parsed(byte[] row) {
    try {
      return Optional.of(JsonText.read(CheckedLine.object(row), TrialRow.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Returns the first 64 bits of the hash of a row's trial. */
  static long hash(byte[] line) {
    long hash = 0;
    for (int i = HASH_FROM; i < HASH_FROM + HASH_DIGITS && i < line.length; i++) {
      hash = hash << 4 | Math.max(0, Character.digit(line[i], 16));
    }
    return hash;
  }

  /** Returns the rows of a trial; two if it was run under two labels. */
  public List<Place> find(Place[] sortedByHash, String trial) {
    long hash = Long.parseUnsignedLong(trial, 0, HASH_DIGITS, 16);
    int low = 0;
    int high = sortedByHash.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(sortedByHash[middle].hash(), hash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    List<Place> found = new ArrayList<>();
    for (; low < sortedByHash.length && sortedByHash[low].hash() == hash; low++) {
      found.add(sortedByHash[low]);
    }
    return found;
  }

  public BitSet finished() {
    BitSet finished = new BitSet();
    places.forEach(place -> finished.set(place.index()));
    return finished;
  }

  public DamagedLines damaged() {
    return damaged;
  }

  /** Returns remarks on the file for the user, a line each. */
  public List<String> remarks() {
    List<String> remarks = damaged.told();
    if (unchecked > 0) {
      remarks.add(
          "%s: %s no checksum, as all had before there was one, and are believed as they stand"
              .formatted(file, unchecked == 1 ? "1 line has" : unchecked + " lines have"));
    }
    return remarks;
  }

  /** Copies the lines of a journal's finished trials, without duplicates and damaged lines. */
  public void copy(FileChannel into) throws IOException {
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(into), COPY_BYTES);
    BitSet left = finished();
    JournalLines.read(
        file,
        new JournalLines.Sink() {
          @Override
          public void line(JournalLines.Entry entry, byte[] line) throws IOException {
            if (left.get((int) entry.index())) {
              left.clear((int) entry.index());
              out.write(line);
              out.write('\n');
            }
          }

          @Override
          public void damaged(long number, String what) {}
        });
    out.flush();
  }

  public long wholeBytes() {
    return wholeBytes;
  }

  public int count() {
    return places.size();
  }

  public Place[] byIndex() {
    Place[] sorted = places.toArray(new Place[0]);
    Arrays.sort(sorted, BY_INDEX);
    return sorted;
  }

  /** Returns the entries sorted by the trials' hashes, and duplicates by their rows' content. */
  public Place[] byHash() throws IOException {
    Place[] sorted = places.toArray(new Place[0]);
    try {
      Arrays.sort(sorted, this::compare);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return sorted;
  }

  private int compare(Place a, Place b) {
    int byHash = Long.compareUnsigned(a.hash(), b.hash());
    if (byHash != 0 || a.equals(b)) {
      return byHash;
    }
    try {
      return Arrays.compareUnsigned(bytes(a), bytes(b));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public byte[] bytes(Place place) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(place.lengthBytes());
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, place.offsetBytes() + bytes.position()) < 0) {
        throw new IOException(file + " has become shorter while it was read");
      }
    }
    return bytes.array();
  }

  /** Returns a row; throws {@link LabFailure} if the file has changed since it was indexed. */
  public TrialRow row(Place place) throws IOException, LabFailure {
    byte[] bytes = bytes(place);
    Optional<TrialRow> row = isRow(bytes) ? parsed(bytes) : Optional.empty();
    return row.orElseThrow(
        () ->
            new LabFailure(
                "%s has changed while it was read: in line %s is no row of a trial, but %s"
                    .formatted(
                        file, place.line(), Quoted.of(new String(bytes, StandardCharsets.UTF_8)))));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
