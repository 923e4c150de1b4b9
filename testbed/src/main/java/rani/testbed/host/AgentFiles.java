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
import rani.nodehost.folder.RunDirectory;
import rani.testbed.session.Session;

/**
 * Transfers the files of a host's nodes to the machine that the network was started from. Logs and
 * traces are sent while they grow, at a bounded rate because they share the network with the nodes.
 * When a node has ended, or on request, all files are sent completely.
 */
final class AgentFiles {
  /** Limit of the bytes per round, of which there are two a second. */
  static final int BYTES_PER_LOOK_MAX = 1 << 17;

  /** Folders of append-only files. */
  static final List<String> GROWING = List.of("logs", RunDirectory.EDGES, "trace");

  static final List<String> LOGS = List.of("logs", RunDirectory.EDGES);

  /** Folders of files that are sent when they are complete. */
  private static final List<String> FINISHED = List.of("nodes", "captures");

  private final Path folder;
  private final Session session;
  private final Map<String, Long> sentBytes = new LinkedHashMap<>();

  AgentFiles(Path folder, Session session) {
    this.folder = folder;
    this.session = session;
  }

  /** Sends a part of the new bytes. */
  synchronized void look() throws IOException {
    long left = BYTES_PER_LOOK_MAX;
    for (Path file : files(GROWING)) {
      left -= send(file, left);
    }
  }

  /**
   * Sends all new bytes of append-only files in some folders, and other files completely. {@link
   * #LOGS} is enough to tell why a node has ended; traces then continue at their own rate.
   */
  synchronized void flush(List<String> growing) throws IOException {
    files(FINISHED).forEach(file -> sentBytes.remove(name(file)));
    for (List<String> folders : List.of(growing, FINISHED)) {
      for (Path file : files(folders)) {
        long _ = send(file, Long.MAX_VALUE);
      }
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
    String name = name(file);
    long from = sentBytes.getOrDefault(name, 0L);
    long at = from;
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long end = from + Math.min(in.length() - from, bytesMax);
      in.seek(at);
      if (end == 0 && !sentBytes.containsKey(name)) {
        session.file(name, 0, new byte[0]); // so that an empty file exists there
      }
      while (at < end) {
        byte[] piece = new byte[(int) Math.min(Session.FILE_BYTES_MAX, end - at)];
        in.readFully(piece);
        session.file(name, at, piece);
        at += piece.length;
      }
    }
    sentBytes.put(name, at);
    return at - from;
  }
}
