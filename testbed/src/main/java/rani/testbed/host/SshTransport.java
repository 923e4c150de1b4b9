// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.model.host.TopologyHost;
import rani.testbed.process.LocalProcess;

/**
 * Connects to an agent by the user's own OpenSSH, so that the user's keys, jump hosts and known
 * hosts apply. One {@code ssh} process for each host runs a shell script there. The script receives
 * the distribution if it is missing, starts the agent, and cleans up after it even if the agent is
 * killed.
 */
final class SshTransport {
  /** Environment variable with another program than {@code ssh}, and its options. */
  static final String SSH_VARIABLE = "RANI_SSH";

  private static final int COMPLAINT_BYTES_MAX = 4096;
  private static final int ID_CHARACTERS = 16;
  private static final long END_MILLIS_MAX = 5_000;

  /**
   * The remote shell script, which removes the run's folder because a killed agent cannot. It has
   * double quotes only, because the whole script is in single quotes.
   */
  private static final List<String> SCRIPT =
      List.of(
          "umask 077",
          "trap \"\" HUP",
          "f=\"@FOLDER@\"",
          "d=dist-@ID@",
          "r=\"runs/@RUN@\"",
          "mkdir -p \"$f/$r\" && cd \"$f\""
              + " || { echo \"rani-agent: fail the folder $f cannot be made\"; exit 1; }",
          "if [ ! -r \"$d/id\" ]; then echo \"rani-agent: want\"",
          "IFS= read -r n",
          "t=\"new-$$\"",
          "rm -rf \"$t\"",
          "mkdir \"$t\" && head -c \"$n\" | tar -xf - -C \"$t\" && [ -r \"$t/id\" ]"
              + " || { rm -rf \"$t\" \"$r\""
              + "; echo \"rani-agent: fail the distribution cannot be unpacked in $f\"; exit 1; }",
          "mv \"$t\" \"$d\" 2>/dev/null",
          "[ ! -e \"$d/$t\" ] || rm -rf \"$d/$t\"",
          "if [ \"$(ls runs | wc -l)\" -eq 1 ]; then for o in dist-* new-*",
          "do [ \"$o\" = \"$d\" ] || rm -rf \"$o\"",
          "done",
          "fi",
          "fi",
          "echo \"rani-agent: have\"",
          "RANI_DIST=\"$PWD/$d\" sh \"$d/rani\" agent --stdio --run \"$PWD/$r\"",
          "c=$?",
          "k=0",
          "while [ -e \"$r\" ] && [ $k -lt 10 ]",
          "do rm -rf \"$r\"",
          "[ ! -e \"$r\" ] || sleep 1",
          "k=$((k+1))",
          "done",
          "rmdir runs 2>/dev/null",
          "exit $c");

  private final Process ssh;
  private final StringBuilder complaint = new StringBuilder();

  private SshTransport(Process ssh) {
    this.ssh = ssh;
    Thread.ofPlatform().daemon().name("rani-ssh-says").start(this::readComplaints);
  }

  /**
   * Connects to a host, and sends the distribution if it is missing there. {@code run} names the
   * run's folder on the host; a failure has the message of ssh.
   */
  static AgentTransport open(TopologyHost host, String run, Consumer<String> progress)
      throws LabFailure, IOException {
    Path distribution =
        Distribution.folder()
            .orElseThrow(
                () ->
                    new LabFailure(
                        "this rani was not started by `./rani`, and cannot be sent to other"
                            + " hosts"));
    return open(host, run, distribution, progress);
  }

  /** Connects with another distribution than this JVM's, for tests. */
  static AgentTransport open(
      TopologyHost host, String run, Path distribution, Consumer<String> progress)
      throws LabFailure, IOException {
    String id = Distribution.id(distribution);
    if (id.isEmpty()) {
      throw new LabFailure(distribution + " holds no distribution");
    }
    SshTransport door = new SshTransport(new ProcessBuilder(words(host, run, id)).start());
    InputStream in = door.ssh.getInputStream();
    try {
      if (AgentTransport.word(in).equals(AgentTransport.WANT)) {
        progress.accept("host " + host.name() + ": sending the distribution");
        door.send(distribution);
        String _ = AgentTransport.word(in);
        progress.accept("host " + host.name() + ": preparing it, which takes a while once");
      }
      AgentTransport.awaitReady(in);
      return new AgentTransport(in, door.ssh.getOutputStream(), door::close);
    } catch (IOException e) {
      door.close();
      throw new LabFailure(
          "host %s: no agent by ssh: %s"
              .formatted(
                  host.name(),
                  SshFailure.inWords(
                      String.valueOf(e.getMessage()), door.complaint(), destination(host))),
          e);
    } catch (LabFailure e) {
      door.close();
      throw e;
    }
  }

  private static List<String> words(TopologyHost host, String run, String id) {
    List<String> words = new ArrayList<>(destination(host));
    String script =
        String.join("; ", SCRIPT)
            .replace("@FOLDER@", host.folder())
            .replace("@ID@", id.substring(0, Math.min(ID_CHARACTERS, id.length())))
            .replace("@RUN@", run);
    words.add("exec /bin/sh -c '" + script + "'");
    return words;
  }

  private static List<String> destination(TopologyHost host) {
    String program = System.getenv(SSH_VARIABLE);
    List<String> words =
        new ArrayList<>(
            List.of(
                (program == null || program.isBlank() ? "ssh" : program).strip().split("\\s+")));
    for (String option : host.options()) {
      words.addAll(List.of("-o", option));
    }
    // Batch mode, because there is no terminal for questions of ssh.
    words.addAll(List.of("-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15"));
    if (!host.user().isEmpty()) {
      words.addAll(List.of("-l", host.user()));
    }
    if (host.port() != 0) {
      words.addAll(List.of("-p", Integer.toString(host.port())));
    }
    words.add(host.ssh());
    return words;
  }

  private void send(Path distribution) throws IOException, LabFailure {
    Path archive = Files.createTempFile("rani-dist", ".tar");
    try {
      Distribution.pack(distribution, archive);
      OutputStream out = ssh.getOutputStream();
      AgentTransport.say(out, Long.toString(Files.size(archive)));
      Files.copy(archive, out);
      out.flush();
    } finally {
      Files.delete(archive);
    }
  }

  private void readComplaints() {
    try (InputStream err = ssh.getErrorStream()) {
      byte[] piece = new byte[COMPLAINT_BYTES_MAX];
      for (int count = err.read(piece); count >= 0; count = err.read(piece)) {
        synchronized (complaint) {
          complaint.append(new String(piece, 0, count, StandardCharsets.UTF_8));
          int tooMany = complaint.length() - COMPLAINT_BYTES_MAX;
          if (tooMany > 0) {
            complaint.delete(0, tooMany);
          }
        }
      }
    } catch (IOException e) {
      return; // ssh prints nothing more
    }
  }

  /** Waits for the end of ssh, and returns the last part of its standard error. */
  private String complaint() {
    try {
      boolean _ = ssh.waitFor(1, TimeUnit.SECONDS); // then the output is complete
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (complaint) {
      return complaint.toString().strip();
    }
  }

  private void close() {
    LocalProcess.end(ssh, END_MILLIS_MAX, Process::destroy);
  }
}
