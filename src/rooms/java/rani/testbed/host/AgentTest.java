// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.WallClock;
import rani.json.Json;
import rani.live.Transport;
import rani.model.host.TopologyHost;
import rani.nodehost.conversation.StartServices;
import rani.nodehost.conversation.StartTraffic;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.TraceTarget;
import rani.testbed.process.ControlClient;
import rani.testbed.process.NodeOnClassPath;

/** An agent that listens, and the sessions with it, in one JVM; its nodes have their own. */
class AgentTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HostCheck.Finding FINE =
      new HostCheck.Finding("everything", "ok", "it is there", "");
  private static final String ALONE = "topology: alone\nnodes: {n1: {}}\n";

  private static final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
  private static AgentListener listener;
  private static Path there;

  @TempDir private Path folder;

  private final LinkedBlockingQueue<AgentProtocol.Ended> ended = new LinkedBlockingQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private RunDirectory run;

  /** Collects what listeners log. */
  private static final AppenderBase<ILoggingEvent> LOG =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          said.add(event.getFormattedMessage());
        }
      };

  @BeforeAll
  static void listen(@TempDir Path folder) throws LabFailure {
    there = folder;
    Logger listeners = (Logger) LoggerFactory.getLogger(AgentListener.class);
    listeners.setLevel(Level.INFO);
    listeners.setAdditive(false);
    listeners.addAppender(LOG);
    LOG.start();
    listener =
        new AgentListener(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            folder,
            NodeOnClassPath.command(),
            () -> List.of(FINE));
    Thread _ = Thread.ofPlatform().daemon().start(listener::serve);
  }

  @BeforeEach
  void makeRun() throws IOException {
    said.clear();
    run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
  }

  @AfterAll
  static void close() {
    listener.close();
    ((Logger) LoggerFactory.getLogger(AgentListener.class)).detachAppender(LOG);
  }

  private TopologyHost host(String token) throws IOException {
    return host(token, listener.address().getPort());
  }

  private TopologyHost host(String token, int port) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), token + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return new TopologyHost(
        "lab1", "127.0.0.1", TopologyHost.By.AGENT, "", "", port, List.of(), "", file.toString());
  }

  private HostSession session() throws IOException, LabFailure {
    return session("a-run", run);
  }

  /** Of a run that has one name there, and a folder here. */
  private HostSession session(String name, RunDirectory own) throws IOException, LabFailure {
    TopologyHost host = host(listener.token());
    return HostSession.begin(
        host,
        own,
        TlsTransport.open(host, name),
        ALONE,
        new HostSession.Listener() {
          @Override
          public void nodeEnded(TopologyHost there, AgentProtocol.Ended end) {
            ended.add(end);
          }

          @Override
          public void sessionEnded(TopologyHost there, String why, List<String> nodes) {
            over.countDown();
          }
        });
  }

  private NodeLaunchRequest order() {
    return order(run);
  }

  private static NodeLaunchRequest order(RunDirectory run) {
    long baseNanos = System.nanoTime();
    return new NodeLaunchRequest(
        "the token of a run",
        ControlFolder.socket(run, "n1").text(),
        0,
        1,
        baseNanos,
        WallClock.baseNanos(baseNanos),
        Transport.best().text(),
        run.trace("n1").toAbsolutePath().toString(),
        TraceTarget.BYTES_MAX,
        run.lastCall("n1").toAbsolutePath().toString(),
        run.verdict("n1").toAbsolutePath().toString(),
        List.of(),
        WarmUp.NONE,
        false);
  }

  private static Path there() {
    return there.resolve("runs/a-run");
  }

  private static void awaitNothingThere() throws InterruptedException {
    awaitNothingOf("a-run");
  }

  private static void awaitNothingOf(String name) throws InterruptedException {
    String last = "";
    while (!last.equals("the session from 127.0.0.1 has ended: " + name)) {
      last = Optional.ofNullable(said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).orElseThrow();
    }
    assertFalse(Files.exists(there().resolveSibling(name)), "the run's folder is removed");
  }

  @Test
  void aNodeIsStartedAskedEndedAndItsTraceComesBack() throws Exception {
    HostSession session = session();
    AgentProtocol.Launched launched = session.launch("n1", order());
    assertEquals("", launched.answer().failure());
    ControlClient node = new ControlClient("n1", launched.answer().control(), "the token of a run");
    assertTrue(node.tell(new StartServices()).ok());
    assertEquals("n1", node.ask(StatusQuery.STATUS).name());
    assertTrue(node.tell(new StartTraffic(StartTraffic.AT_ONCE)).ok());

    session.stop();

    assertFalse(ProcessHandle.of(launched.pid()).map(ProcessHandle::isAlive).orElse(false));
    assertTrue(Files.exists(run.trace("n1")), "its trace has come back");
    assertTrue(Files.exists(run.log("n1")));
    awaitNothingThere();
  }

  @Test
  void withTheConnectionItsNodesEnd() throws Exception {
    HostSession session = session();
    long pid = session.launch("n1", order()).pid();
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();

    session.close(); // as if the machine were gone: no one has said stop

    assertTrue(over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    awaitNothingThere();
    assertFalse(node.isAlive());
  }

  @Test
  void aNodeThatDiesIsTold() throws Exception {
    HostSession session = session();
    long pid = session.launch("n1", order()).pid();

    assertTrue(ProcessHandle.of(pid).orElseThrow().destroyForcibly());

    AgentProtocol.Ended end = ended.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertEquals("n1", Optional.ofNullable(end).orElseThrow().node());
    session.stop();
    awaitNothingThere();
  }

  @Test
  void twoMachinesMayUseAnAgentAtATime() throws Exception {
    RunDirectory other = new RunDirectory(Files.createDirectory(folder.resolve("other")));
    HostSession first = session();
    HostSession second = session("another-run", other);
    AgentProtocol.Launched ends = first.launch("n1", order());
    AgentProtocol.Launched stays = second.launch("n1", order(other));

    first.stop();

    awaitNothingThere();
    assertFalse(ProcessHandle.of(ends.pid()).map(ProcessHandle::isAlive).orElse(false));
    ControlClient node = new ControlClient("n1", stays.answer().control(), "the token of a run");
    assertTrue(node.tell(new StartServices()).ok());
    second.stop();
    awaitNothingOf("another-run");
    assertFalse(ProcessHandle.of(stays.pid()).map(ProcessHandle::isAlive).orElse(false));
  }

  @Test
  void filesOutsideTheRunAreNotWritten() throws Exception {
    HostSession session = session();
    NodeLaunchRequest order = order();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            order
                .forHost(run.path().resolve("elsewhere"), 0)
                .below(there(), HttpAddress.loopback()));
    assertThrows(IOException.class, () -> session.file("../astray", 0, new byte[1]));
    assertThrows(IOException.class, () -> session.file("logs/../../astray", 0, new byte[1]));
    assertThrows(IOException.class, () -> session.file("logs/n1.log", 5, new byte[1]));
    session.stop();
    awaitNothingThere();
  }

  @Test
  void anAgentMayWriteTheFilesOfItsOwnNodesAlone() throws Exception {
    HostSession session = session();
    AgentProtocol.Launched _ = session.launch("n1", order());
    session.file("nodes/n1.verdict", 0, new byte[1]);
    for (String path :
        List.of("trace/n2.trace", "logs/n2.log", "nodes/n1.gone", "captures/n1-n2.pcapng", "")) {
      assertThrows(IOException.class, () -> session.file(path, 0, new byte[1]), path);
      assertFalse(Files.isRegularFile(run.path().resolve(path)), path);
    }
    session.stop();
    awaitNothingThere();
  }

  @Test
  void anAgentTellsTheEndOfItsOwnNodesAloneAndOnce() throws Exception {
    HostSession session = session();
    String astray = "{\"node\":\"../../x\",\"pid\":7,\"exit\":1}";
    assertThrows(IllegalArgumentException.class, () -> session.told(astray));
    AgentProtocol.Launched _ = session.launch("n1", order());
    assertThrows(IllegalArgumentException.class, () -> session.told(astray));
    String end = "{\"node\":\"n1\",\"pid\":7,\"exit\":1}";
    session.told(end);
    assertEquals("n1", ended.remove().node());
    assertThrows(IllegalArgumentException.class, () -> session.told(end));
    assertEquals(0, ended.size());
    session.close();
    awaitNothingThere();
  }

  @Test
  void aRunsFolderThereIsOfOneSessionAndItsOwnersAlone() throws Exception {
    HostSession session = session();
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(there())));
    assertThrows(LabFailure.class, this::session, "another session of that name");
    assertTrue(Files.isDirectory(there()));
    session.stop();
    awaitNothingThere();
  }

  @Test
  void whoKeepsAllPlacesAtTheDoorKeepsNoOneOut() throws Exception {
    List<Socket> halves = new ArrayList<>();
    try {
      for (int k = 0; k < 2 * AgentListener.STRANGERS_MAX; k++) {
        Socket half = new Socket(listener.address().getAddress(), listener.address().getPort());
        half.getOutputStream().write(0x16); // TLS begins so, and goes on
        halves.add(half);
      }
      session().stop();
      awaitNothingThere();
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  @Test
  void tlsOfOlderVersionsIsRefused() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Trusting()}, null);
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      try (SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(listener.address().getAddress(), listener.address().getPort())) {
        socket.setEnabledProtocols(new String[] {protocol});
        if (protocol.equals("TLSv1.3")) {
          socket.startHandshake();
        } else {
          assertThrows(SSLHandshakeException.class, socket::startHandshake);
        }
      }
    }
  }

  /** Any certificate will do. */
  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void whatAKilledAgentHasLeftIsRemovedByTheNext() throws Exception {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path left = runs.resolve("left");
    Files.createDirectories(left.resolve("logs"));
    Files.writeString(
        left.resolve("agent.json"), Json.print(new NodeRecord("agent", dead.pid(), 1, "")));
    AgentFolder.make(runs.resolve("alive"));
    Path other = Files.createDirectory(runs.resolve("of-someone"));

    AgentFolder.removeLeft(runs);

    assertFalse(Files.exists(left));
    assertTrue(Files.exists(runs.resolve("alive/agent.json")));
    assertTrue(Files.exists(other));
  }

  @Test
  void aHostIsExamined() throws Exception {
    HostSession session = session();

    assertEquals(
        List.of(FINE), session.ask(AgentVerb.EXAMINE, "", AgentProtocol.Findings.class).findings());

    session.stop();
    awaitNothingThere();
  }

  @Test
  void aWrongTokenIsRefusedAndCounted() throws Exception {
    String wrong = listener.token().substring(0, listener.token().length() - 1);
    char last = listener.token().charAt(listener.token().length() - 1);
    TopologyHost host = host(wrong + (last == '0' ? '1' : '0'));

    long before = listener.refused();

    LabFailure failure = assertThrows(LabFailure.class, () -> TlsTransport.open(host, "a-run"));

    assertTrue(
        String.valueOf(failure.getMessage()).contains("the token is wrong"), failure::getMessage);
    assertEquals(
        "refused 127.0.0.1: a wrong token (" + (before + 1) + " so far)",
        said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(before + 1, listener.refused());
  }

  /** However long an attempt takes here: who goes on has to stay away for longer than that. */
  @Test
  void whoGoesOnGuessingIsTurnedAwayAsHeComes(@TempDir Path own) throws Exception {
    String secret = "-" + "0".repeat(32);
    try (AgentListener guessed =
        new AgentListener(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            own,
            NodeOnClassPath.command(),
            List::of)) {
      Thread _ = Thread.ofPlatform().daemon().start(guessed::serve);
      String token = guessed.token();
      TopologyHost host =
          host(token.substring(0, token.lastIndexOf('-')) + secret, guessed.address().getPort());
      String refusal = "";
      for (int guess = 0; guess < 20 && !refusal.contains("too many wrong tokens"); guess++) {
        assertThrows(LabFailure.class, () -> TlsTransport.open(host, "a-run"));
        refusal = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      assertEquals(
          "refused 127.0.0.1: too many wrong tokens (" + guessed.refused() + " so far)", refusal);
      assertTrue(guessed.refused() > 5, refusal);
    }
  }

  @Test
  void aTokenThatOthersMayReadIsNotUsed() throws Exception {
    TopologyHost host = host(listener.token());
    Path file = Path.of(host.tokenFile());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    LabFailure failure = assertThrows(LabFailure.class, () -> TlsTransport.open(host, "a-run"));

    assertEquals(
        file
            + " may be read by others (rw-r--r--), who could run programs with it: `chmod 600 "
            + file
            + "`",
        failure.getMessage());
  }

  @Test
  void anotherAgentThanTheTokensIsNotSpokenTo() throws Exception {
    String token = "rani-agent-" + "0".repeat(64) + listener.token().substring(75);
    TopologyHost host = host(token);

    LabFailure failure = assertThrows(LabFailure.class, () -> TlsTransport.open(host, "a-run"));

    assertTrue(String.valueOf(failure.getMessage()).contains("not the agent"), failure::getMessage);
    String refusal = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertTrue(Optional.ofNullable(refusal).orElse("").startsWith("refused 127.0.0.1: "));
  }

  @Test
  void whoSpeaksNoTlsIsRefused() throws Exception {
    try (Socket plain = new Socket(listener.address().getAddress(), listener.address().getPort())) {
      plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      plain.getOutputStream().flush();
      String refusal = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertTrue(
          Optional.ofNullable(refusal).orElse("").startsWith("refused 127.0.0.1: "),
          () -> "said: " + refusal);
    }
  }
}
