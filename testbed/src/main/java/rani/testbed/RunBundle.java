// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.process.ControlClient;

/**
 * A zip file for bug reports: the files of a run, versions, logs and exit causes of nodes, and the
 * facts, last events and thread stacks of running nodes. Long files are cut to their end. The run's
 * token is left out, and captures, because they carry users' data. Running nodes that did not
 * answer are {@code silent}.
 */
public record RunBundle(Path file, List<String> entries, List<String> silent) {
  /** Limit of the bytes that are copied from each file; the end of the file is kept. */
  public static final int FILE_BYTES_MAX = 4 << 20;

  /** Limit of the files that are copied from each folder, in order of their names. */
  public static final int FILES_MAX = 2000;

  /** Subfolders of a run whose files are copied. */
  private static final List<String> FOLDERS = List.of("logs", "nodes", "trace");

  /** Files of a run's own folder that are copied. */
  private static final List<String> FILES =
      List.of(
          "command.txt",
          "experiment.yaml",
          RunDirectory.TOPOLOGY,
          RunDirectory.START,
          RunDirectory.HOSTS,
          "go.txt",
          "result.json");

  /** Writes the bundle of a run to a new or replaced file; fails if the run has no folder. */
  public static RunBundle make(RunDirectory run, Path file) throws LabFailure {
    List<String> entries = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    try {
      WholeFile.write(
          file,
          channel -> {
            // The stream is not closed here, because the owner closes the channel.
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
            ZipOutputStream zip = new ZipOutputStream(out);
            Writer writer = new Writer(zip, entries);
            writer.text("about.txt", about(run));
            for (Path kept : files(run.path())) {
              writer.end(run.path().relativize(kept).toString(), kept);
            }
            if (Files.exists(run.record())) {
              RunRecord record = RunRecord.read(run.record());
              writer.text("processes.json", Json.print(record.shown(run)) + "\n");
              silent.addAll(askNodes(record, writer));
            }
            zip.finish();
            out.flush();
          });
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e.getMessage(), e);
    }
    return new RunBundle(file, List.copyOf(entries), List.copyOf(silent));
  }

  private record Writer(ZipOutputStream zip, List<String> entries) {
    void text(String name, String text) throws IOException {
      begin(name);
      zip.write(text.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }

    void end(String name, Path file) throws IOException {
      begin(name);
      try (FileChannel channel = InputFile.channel(file)) {
        channel.position(Math.max(0, channel.size() - FILE_BYTES_MAX));
        zip.write(Channels.newInputStream(channel).readNBytes(FILE_BYTES_MAX));
      }
      zip.closeEntry();
    }

    private void begin(String name) throws IOException {
      zip.putNextEntry(new ZipEntry(name));
      entries.add(name);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String name : FILES) {
      found.add(folder.resolve(name));
    }
    for (String name : FOLDERS) {
      if (Files.isDirectory(folder.resolve(name))) {
        try (Stream<Path> within = Files.list(folder.resolve(name))) {
          within.sorted().limit(FILES_MAX).forEach(found::add);
        }
      }
    }
    found.removeIf(file -> !Files.isRegularFile(file));
    return found;
  }

  private static String about(RunDirectory run) {
    return """
    run        %s
    rani       %s
    java       %s, %s
    system     %s %s %s
    processors %d
    taken      %s
    """
        .formatted(
            run.name(),
            Version.TEXT,
            Runtime.version(),
            System.getProperty("java.vendor"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            Instant.now());
  }

  /** Writes the facts of each running node; returns the names of those that did not answer. */
  private static List<String> askNodes(RunRecord record, Writer writer) throws IOException {
    List<String> silent = new ArrayList<>();
    for (NodeRecord node : record.nodesAlive()) {
      SequencedMap<String, Object> facts = new LinkedHashMap<>();
      try {
        ControlClient client = record.client(node);
        for (var show : StatusQuery.SUBJECTS) {
          facts.put(show.word(), client.ask(show));
        }
        facts.put("live", client.ask(StatusQuery.LIVE));
        facts.put("connections", client.ask(StatusQuery.CONNECTIONS));
        facts.put("events", client.ask(StatusQuery.LAST_EVENTS).events());
        facts.put("threads", client.ask(StatusQuery.THREADS).threads());
      } catch (LabFailure e) {
        silent.add(node.name());
        facts.put("failure", String.valueOf(e.getMessage()));
      }
      writer.text("now/" + node.name() + ".json", Json.print(facts) + "\n");
    }
    return silent;
  }
}
