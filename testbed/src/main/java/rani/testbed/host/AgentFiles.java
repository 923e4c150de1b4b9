// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import rani.testbed.session.Session;

/**
 * Sends what nodes write on a host to the machine that started them: logs and traces as they grow,
 * at a bounded pace since they share the network with the nodes, and everything whole when a node
 * has ended or someone asks.
 */
final class AgentFiles {
  /** What is sent of growing files in a look, of which there are two a second. */
  static final int BYTES_PER_LOOK_MAX = 1 << 17;

  /** Folders of files that only grow. */
  private static final List<String> GROWING = List.of("logs", "trace");

  /** Folders of files that are sent when they are finished. */
  private static final List<String> FINISHED = List.of("nodes", "captures");

  private final Path folder;
  private final Session session;
  private final Map<String, Long> sentBytes = new LinkedHashMap<>();

  AgentFiles(Path folder, Session session) {
    this.folder = folder;
    this.session = session;
  }

  /** Sends a little of what is new. */
  synchronized void look() throws IOException {
    long left = BYTES_PER_LOOK_MAX;
    for (Path file : files(GROWING)) {
      left -= send(file, left);
    }
  }

  /** Sends what says why a node has ended; its trace goes on at its pace. */
  synchronized void flushEnds() throws IOException {
    sendWhole(List.of("logs"));
    sendFinished();
  }

  /** Sends all that there is, and whole what may have changed within. */
  synchronized void flush() throws IOException {
    sendWhole(GROWING);
    sendFinished();
  }

  private void sendFinished() throws IOException {
    files(FINISHED).forEach(file -> sentBytes.remove(name(file)));
    sendWhole(FINISHED);
  }

  private void sendWhole(List<String> folders) throws IOException {
    for (Path file : files(folders)) {
      long _ = send(file, Long.MAX_VALUE);
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private List<Path> files(List<String> folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String each : folders) {
      if (Files.isDirectory(folder.resolve(each))) {
        try (Stream<Path> within = Files.list(folder.resolve(each))) {
          within.filter(Files::isRegularFile).sorted().forEach(found::add);
        }
      }
    }
    return found;
  }

  private long send(Path file, long bytesMax) throws IOException {
    long from = sentBytes.getOrDefault(name(file), 0L);
    long at = from;
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long end =
          Math.min(in.length(), bytesMax > Long.MAX_VALUE - from ? in.length() : from + bytesMax);
      in.seek(at);
      if (end == 0 && !sentBytes.containsKey(name(file))) {
        session.file(name(file), 0, new byte[0]); // it is there, and empty
      }
      while (at < end) {
        byte[] piece = new byte[(int) Math.min(Session.fileBytesMax(), end - at)];
        in.readFully(piece);
        session.file(name(file), at, piece);
        at += piece.length;
      }
    }
    sentBytes.put(name(file), at);
    return at - from;
  }
}
