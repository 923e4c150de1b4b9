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
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import tools.jackson.core.JacksonException;

/**
 * Who ran a sweep, where, when and how: {@code provenance.json}, everything that results may not
 * hold. Each time that someone worked on it is a session.
 */
public final class Provenance {
  private static final String SESSIONS = "sessions";

  private final SweepFolder folder;
  private final SequencedMap<String, Object> object;
  private final SequencedMap<String, Object> session = new LinkedHashMap<>();
  private final String command;

  private Provenance(SweepFolder folder, SequencedMap<String, Object> object, String firstCommand) {
    this.folder = folder;
    this.object = object;
    this.command = firstCommand;
  }

  /**
   * Begins a session, and writes it down.
   *
   * @param did what happens: {@code run}, {@code merge}
   */
  public static Provenance begin(
      SweepPlan plan, SweepFolder folder, String did, String command, int jobs) throws IOException {
    SequencedMap<String, Object> object = read(folder);
    object.put("version", Version.TEXT);
    object.put("mode", plan.mode().text());
    object.put("seeds", plan.seeds());
    object.putIfAbsent("command", command);
    List<Object> sessions = new ArrayList<>();
    if (object.get(SESSIONS) instanceof List<?> before) {
      sessions.addAll(before);
    }
    object.put(SESSIONS, sessions);
    Provenance provenance = new Provenance(folder, object, object.get("command").toString());
    sessions.add(provenance.session);
    provenance.session.put("what", did);
    provenance.session.put("command", command);
    provenance.session.put("host", host());
    provenance.session.put(
        "system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    provenance.session.put("java", Runtime.version().toString());
    provenance.session.put("jobs", jobs);
    provenance.session.put("began", now());
    provenance.write();
    return provenance;
  }

  private static SequencedMap<String, Object> read(SweepFolder folder) throws IOException {
    if (!Files.exists(folder.provenance())) {
      return new LinkedHashMap<>();
    }
    try {
      return JsonText.object(InputFile.text(folder.provenance()));
    } catch (JacksonException e) {
      throw new IOException(folder.provenance() + " is not what a sweep wrote", e);
    }
  }

  /** What several folders say of themselves. */
  public static List<Object> of(List<SweepFolder> folders) throws IOException {
    List<Object> parts = new ArrayList<>();
    for (SweepFolder folder : folders) {
      parts.add(read(folder));
    }
    return parts;
  }

  /** What was typed to begin the sweep. */
  public String command() {
    return command;
  }

  /** Adds something to the session. */
  public void note(String key, Object value) {
    session.put(key, value);
  }

  /** Ends the session, and writes it down. */
  public void end(long trials, double workSeconds) throws IOException {
    session.put("ended", now());
    session.put("trials", trials);
    session.put("work-seconds", workSeconds);
    write();
  }

  private void write() throws IOException {
    WholeFile.write(folder.provenance(), JsonText.page(object));
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
