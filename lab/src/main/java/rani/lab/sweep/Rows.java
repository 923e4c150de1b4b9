// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import rani.lab.LabFailure;
import rani.lab.experiment.Sweep;
import tools.jackson.core.JacksonException;

/**
 * The rows of a journal, or of results. They stay in the file; here it is only known where each
 * lies, which takes some 50 bytes a trial, up to {@link Sweep#TRIALS_MAX} of them.
 */
final class Rows implements AutoCloseable {
  private static final int HASH_FROM = "{\"trial\":\"".length();
  private static final int HASH_DIGITS = 16;

  private final Path file;
  private final FileChannel channel;
  private final List<Place> places;
  private final long wholeBytes;

  /**
   * Where a row is.
   *
   * @param hash the first 64 bits of its trial's
   */
  record Place(long index, long hash, long offsetBytes, int lengthBytes) {}

  private Rows(Path file, FileChannel channel, List<Place> places, long wholeBytes) {
    this.file = file;
    this.channel = channel;
    this.places = places;
    this.wholeBytes = wholeBytes;
  }

  /** Looks through a journal, up to the first line that is not whole. */
  static Rows open(Path journal) throws IOException {
    List<Place> places = new ArrayList<>();
    BitSet seen = new BitSet();
    long whole =
        JournalLines.read(
            journal,
            (entry, line) -> {
              if (entry.index() < Sweep.TRIALS_MAX && !seen.get((int) entry.index())) {
                seen.set((int) entry.index());
                places.add(place(entry, line));
              }
            });
    return new Rows(journal, FileChannel.open(journal, StandardOpenOption.READ), places, whole);
  }

  /** Looks through results; which trial a row is about is not known then, only its hash. */
  static Rows ofResults(Path results) throws IOException {
    List<Place> places = new ArrayList<>();
    long at = 0;
    try (BufferedReader lines =
        Files.newBufferedReader(results, StandardCharsets.ISO_8859_1)) { // a byte, a character
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        places.add(
            new Place(-1, hash(line.getBytes(StandardCharsets.ISO_8859_1), 0), at, line.length()));
        at += line.length() + 1;
      }
    }
    return new Rows(results, FileChannel.open(results, StandardOpenOption.READ), places, at);
  }

  private static Place place(JournalLines.Entry entry, byte[] line) {
    long hash = hash(line, line.length - 2 - entry.lengthBytes());
    return new Place(entry.index(), hash, entry.offsetBytes(), entry.lengthBytes());
  }

  private static long hash(byte[] line, int rowAt) {
    int from = rowAt + HASH_FROM;
    long hash = 0;
    for (int i = from; i < from + HASH_DIGITS && i < line.length; i++) {
      hash = hash << 4 | Math.max(0, Character.digit(line[i], 16));
    }
    return hash;
  }

  /** The rows of a trial; two if it was run twice under different labels. */
  List<Place> find(Place[] sortedByHash, String trial) {
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

  /** Which trials are there. */
  BitSet finished() {
    BitSet finished = new BitSet();
    places.forEach(place -> finished.set((int) place.index()));
    return finished;
  }

  /** Where the last whole line ends. */
  long wholeBytes() {
    return wholeBytes;
  }

  int count() {
    return places.size();
  }

  /** By the trials' numbers. */
  Place[] byIndex() {
    Place[] sorted = places.toArray(new Place[0]);
    Arrays.sort(sorted, Comparator.comparingLong(Place::index));
    return sorted;
  }

  /** By the trials' hashes; where two are the same trial twice, by the rest of the row. */
  Place[] byHash() throws IOException {
    Place[] sorted = places.toArray(new Place[0]);
    Arrays.sort(sorted, (a, b) -> Long.compareUnsigned(a.hash(), b.hash()));
    for (int from = 0; from < sorted.length; ) {
      int to = from + 1;
      while (to < sorted.length && sorted[to].hash() == sorted[from].hash()) {
        to++;
      }
      if (to - from > 1) {
        sortByBytes(sorted, from, to);
      }
      from = to;
    }
    return sorted;
  }

  private record Loaded(Place place, byte[] row) {}

  private void sortByBytes(Place[] sorted, int from, int to) throws IOException {
    List<Loaded> same = new ArrayList<>();
    for (int i = from; i < to; i++) {
      same.add(new Loaded(sorted[i], bytes(sorted[i])));
    }
    same.sort((a, b) -> Arrays.compareUnsigned(a.row(), b.row()));
    for (int i = from; i < to; i++) {
      sorted[i] = same.get(i - from).place();
    }
  }

  /** A row as it is written. */
  byte[] bytes(Place place) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(place.lengthBytes());
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, place.offsetBytes() + bytes.position()) < 0) {
        throw new IOException(file + " has become shorter while it was read");
      }
    }
    return bytes.array();
  }

  /** A row. */
  TrialRow row(Place place) throws IOException, LabFailure {
    byte[] bytes = bytes(place);
    try {
      return JsonText.read(bytes, TrialRow.class);
    } catch (JacksonException e) {
      throw new LabFailure(
          file
              + " is damaged: at byte "
              + place.offsetBytes()
              + " is no row of a trial, but "
              + new String(bytes, 0, Math.min(80, bytes.length), StandardCharsets.UTF_8),
          e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
