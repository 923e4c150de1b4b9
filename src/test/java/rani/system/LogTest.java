// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.HeldPorts;
import rani.system.RaniCommand.Running;
import rani.testbed.session.Session;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an agent that listens logs of its clients, hostile ones among them. */
@Execution(CONCURRENT)
class LogTest extends InWorkplace {
  /** Clears a screen, turns text around, and begins a line that looks like an event. */
  private static final String ATTACK = "\u001b[2J\u202e\n2026-01-01T00:00:00Z ERROR rani: forged";

  private static final String SHOWN =
      "\\u001b[2J\\u202e\n\t2026-01-01T00:00:00Z ERROR rani: forged";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int STRANGERS = 15;
  private static final int SMALL_BYTES = 1000;

  private final List<Running> agents = new ArrayList<>();
  private int port;
  private String token = "";

  private void start(String... options) throws IOException {
    port = HeldPorts.here();
    List<String> words =
        new ArrayList<>(List.of("agent", "--folder", "agent", "--listen", "127.0.0.1:" + port));
    words.addAll(List.of(options));
    agents.add(place.rani(words.toArray(String[]::new)).start());
    token = agent().untilSaid("listens at ").printed("token ");
  }

  @AfterEach
  void end() {
    for (Running each : agents) {
      each.signal("INT");
      RaniCommand.Outcome _ = each.await();
    }
  }

  @Test
  void anEventIsALineOfJsonInFilesOfASizeAndNoTokenIsInAny() throws Exception {
    start("--log", "logs/agent.log", "--log-format", "json", "--log-size", SMALL_BYTES + "B");
    for (int stranger = 0; stranger < STRANGERS; stranger++) {
      speakPlainly();
    }
    attack();
    FileWatch.await(log(), _ -> all().contains("the session from 127.0.0.1 has ended"), SOON);

    Set<String> levels = new TreeSet<>();
    List<String> messages = new ArrayList<>();
    List<Path> files = files();
    for (Path file : files) {
      String text = Files.readString(file);
      assertFalse(text.contains("\u001b") || text.contains("\u202e"), text);
      assertFalse(text.contains(secret()), text);
      for (String line : text.lines().toList()) {
        JsonNode event = JSON.readTree(line);
        levels.add(event.get("level").asString());
        messages.add(event.get("message").asString());
        assertTrue(event.get("logger").asString().startsWith("rani."), line);
        assertTrue(event.get("time").asString().endsWith("Z"), line);
      }
      int others = text.length() - text.lines().reduce("", (_, last) -> last).length();
      assertTrue(
          others < SMALL_BYTES + 1, () -> file + " was full before its last line: " + others);
    }
    assertEquals(4, files.size(), files::toString);
    assertEquals(Set.of("INFO", "WARN"), levels);
    assertTrue(messages.stream().anyMatch(each -> each.contains(ATTACK)), messages::toString);
    assertFalse(agent().err().text().contains("refused"), agent()::toString);
    assertFalse(agent().err().text().contains(secret()), agent()::toString);
  }

  @Test
  void anEventIsALineOfTextThatNoQuotedOneLooksLike() throws Exception {
    start();
    speakPlainly();
    attack();
    agent().untilSaid("the session from 127.0.0.1 has ended");

    String text = agent().err().text();
    assertTrue(text.contains(SHOWN), text);
    assertTrue(
        text.lines()
            .anyMatch(
                line ->
                    line.matches(
                        "20\\S+Z WARN  rani.testbed.host.AgentListener: refused 127.0.0.1: .*")),
        text);
    assertFalse(text.contains(secret()), text);
  }

  @Test
  void whatIsLessSevereThanTheLevelIsNotLogged() throws Exception {
    start("--log-level", "warn");
    attack();
    speakPlainly();
    agent().untilSaid("refused 127.0.0.1");

    assertFalse(agent().err().text().contains(" INFO "), agent()::toString);
  }

  @Test
  void whatCannotBeLoggedToStartsNothing() {
    place.rani("agent", "--listen", "127.0.0.1:7264", "--log", ".").run().expectExit(3);
    RaniCommand.Outcome level =
        place
            .rani("agent", "--listen", "127.0.0.1:7264", "--log-level", "wran")
            .run()
            .expectExit(2);
    assertTrue(level.err().contains("did you mean `warn`?"), level::toString);
  }

  private Running agent() {
    return agents.getFirst();
  }

  private String secret() {
    return token.substring(token.lastIndexOf('-') + 1);
  }

  private Path log() {
    return place.here().resolve("logs/agent.log");
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(log().resolveSibling(""))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String all() {
    StringBuilder text = new StringBuilder();
    for (Path file : files()) {
      try {
        text.append(Files.readString(file));
      } catch (IOException e) {
        return ""; // it has just been renamed, and a change follows
      }
    }
    return text.toString();
  }

  /** Sends no TLS, and waits until it is refused. */
  private void speakPlainly() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] _ = socket.getInputStream().readAllBytes();
    } catch (java.net.SocketException e) {
      return; // a reset is as good as an end
    }
  }

  /** Shows the token, and breaks the session's rules in words that are to be quoted. */
  private void attack() throws IOException, GeneralSecurityException, InterruptedException {
    SSLContext trusting = SSLContext.getInstance("TLSv1.3");
    trusting.init(null, new TrustManager[] {new Trusting()}, null);
    try (SSLSocket socket =
        (SSLSocket)
            trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((secret() + " a-run\n").getBytes(StandardCharsets.US_ASCII));
      int letter;
      do {
        letter = socket.getInputStream().read();
      } while (letter >= 0 && letter != '\n');
      try (Session session =
          new Session(socket.getInputStream(), socket.getOutputStream(), true, why -> {})) {
        session.start();
        session.tell(ATTACK);
        assertTrue(session.awaitEnd(SOON));
      } catch (IOException e) {
        return; // it has ended
      }
    }
  }

  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
