// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.Version;
import rani.json.JsonObject;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.world.Facts;
import rani.world.Inline;
import tools.jackson.core.JacksonException;

/** Record of who ran a sweep, where, when and how; each invocation of a command is a session. */
public final class Provenance {
  private final SweepFolder folder;
  private final Told told;
  private Session session;

  private record Told(
      String version, String mode, String seeds, String command, List<Object> sessions)
      implements Facts {}

  /** One session, with its events and its end. */
  private record Session(
      String what,
      String command,
      String host,
      String system,
      String java,
      int jobs,
      String began,
      @Inline SequencedMap<String, Object> more)
      implements Facts {
    Session withJobs(int many) {
      return new Session(what, command, host, system, java, many, began, more);
    }
  }

  private Provenance(SweepFolder folder, Told told, Session session) {
    this.folder = folder;
    this.told = told;
    this.session = session;
  }

  /** Begins a session, {@code run} or {@code merge}, and writes it to the file. */
  public static Provenance begin(
      SweepPlan plan, SweepFolder folder, String did, String command, int jobs) throws IOException {
    JsonObject before = read(folder);
    List<Object> sessions = new ArrayList<>();
    if (before.find("sessions") instanceof List<?> earlier) {
      sessions.addAll(earlier);
    }
    String first = before.has("command") ? String.valueOf(before.find("command")) : command;
    Told told = new Told(Version.TEXT, plan.mode().text(), plan.seeds(), first, sessions);
    Session session =
        new Session(
            did,
            command,
            host(),
            System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            Runtime.version().toString(),
            jobs,
            now(),
            new LinkedHashMap<>());
    sessions.add(session);
    Provenance provenance = new Provenance(folder, told, session);
    provenance.write();
    return provenance;
  }

  private static JsonObject read(SweepFolder folder) throws IOException {
    if (!Files.exists(folder.provenance())) {
      return JsonObject.EMPTY;
    }
    try {
      return JsonObject.of(JsonText.object(InputFile.text(folder.provenance())));
    } catch (JacksonException e) {
      throw new IOException(folder.provenance() + " is not what a sweep wrote", e);
    }
  }

  /** Returns the provenance of several folders, as JSON objects. */
  public static List<?> of(List<SweepFolder> folders) throws IOException {
    List<Object> parts = new ArrayList<>();
    for (SweepFolder folder : folders) {
      parts.add(read(folder).byKey());
    }
    return parts;
  }

  public String command() {
    return told.command();
  }

  /** Corrects the number of trials at a time, which other hosts said. */
  public void jobs(int jobs) {
    session = session.withJobs(jobs);
    told.sessions().set(told.sessions().size() - 1, session);
  }

  public void note(String key, List<?> values) {
    session.more().put(key, values);
  }

  public void end(long trials, double workSeconds) throws IOException {
    session.more().put("ended", now());
    session.more().put("trials", trials);
    session.more().put("work-seconds", workSeconds);
    write();
  }

  private void write() throws IOException {
    WholeFile.write(folder.provenance(), JsonText.page(told.byKey()));
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
