// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.LogRate;
import rani.testbed.process.NodeCommand;
import rani.testbed.session.Closing;

/**
 * An agent for hosts without OpenSSH: {@code rani agent --listen ADDRESS:PORT}. It generates a key
 * pair and a token at its start, speaks only TLS, and serves every client that knows the token. A
 * client with a wrong token is counted, refused and disconnected; an address with repeated wrong
 * tokens is blocked for increasing times ({@link TokenAttempts}).
 */
public final class AgentListener implements AutoCloseable {
  public static final int SESSIONS_MAX = 8;

  /** Limit of concurrent connections that are not authenticated. */
  public static final int STRANGERS_MAX = 16;

  private static final Logger LOG = LoggerFactory.getLogger(AgentListener.class);
  private static final Duration HELLO_MAX = Duration.ofSeconds(10);

  private static final int HELLO_BYTES_MAX = 256;
  private static final int BACKLOG = 16;
  private static final String RUNS = "runs";

  private final ServerSocket server;
  private final AgentTls.Identity identity;
  private final AgentToken token;
  private final Path folder;
  private final NodeCommand command;
  private final Supplier<List<HostCheck.Finding>> doctor;
  private final Semaphore sessions = new Semaphore(SESSIONS_MAX);
  private final UnauthenticatedConnections strangers =
      new UnauthenticatedConnections(STRANGERS_MAX, HELLO_MAX);
  private final TokenAttempts guesses = new TokenAttempts();
  private final LogRate lines = new LogRate();
  private long refused;

  /**
   * Binds the address; {@link #serve} accepts connections. {@code folder} is the parent of runs'
   * folders.
   */
  public AgentListener(
      InetSocketAddress address,
      Path folder,
      NodeCommand command,
      Supplier<List<HostCheck.Finding>> doctor)
      throws LabFailure {
    this.folder = folder;
    this.command = command;
    this.doctor = doctor;
    try {
      AgentFolder.removeLeft(folder.resolve(RUNS));
      String _ = Distribution.id(); // read early, because a new build may replace the file later
      server = new ServerSocket();
      server.setReuseAddress(true);
      server.bind(address, BACKLOG);
      identity = AgentTls.newIdentity();
      token = AgentToken.of(identity.certificate());
    } catch (IOException e) {
      throw new LabFailure(
          "cannot listen at %s port %s: %s"
              .formatted(address.getAddress().getHostAddress(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /** Returns the token that clients need; a secret. */
  public String token() {
    return token.text();
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  public synchronized long refused() {
    return refused;
  }

  /** Accepts connections until the listener is closed. */
  public void serve() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (!guesses.mayTry(System.nanoTime(), socket.getInetAddress())) {
          refuse(socket, "too many wrong tokens");
          continue;
        }
        strangers.come(socket);
        Thread.ofVirtual().start(() -> meet(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.error("cannot take a connection: {}", e.getMessage());
        }
      }
    }
  }

  private void meet(Socket plain) {
    try (plain) {
      plain.setTcpNoDelay(true);
      SSLSocket socket = AgentTls.server(plain, identity);
      String run = greeted(socket);
      if (run == null) {
        guesses.wrong(System.nanoTime(), plain.getInetAddress());
        AgentTransport.say(socket.getOutputStream(), AgentTransport.FAIL + "the token is wrong");
        refuse(socket, "a wrong token");
      } else if (strangers.leave(plain)) {
        guesses.right(plain.getInetAddress());
        serve(socket, run);
      }
    } catch (SSLException e) {
      refuse(plain, "no TLS: " + e.getMessage());
    } catch (IOException e) {
      refuse(plain, String.valueOf(e.getMessage()));
    } finally {
      boolean _ = strangers.leave(plain);
    }
  }

  /** Reads a greeting, and returns the run that it names; null if its secret is wrong. */
  private @Nullable String greeted(SSLSocket socket) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int letter = in.read(); letter != '\n'; letter = in.read()) {
      if (letter < 0 || line.size() == HELLO_BYTES_MAX) {
        throw new IOException("no greeting");
      }
      line.write(letter);
    }
    String[] words = line.toString(StandardCharsets.US_ASCII).split(" ", 2);
    boolean good =
        words.length == 2
            && words[1].matches("[A-Za-z0-9][A-Za-z0-9._-]{0,150}")
            && token.isSecret(words[0]);
    return good ? words[1] : null;
  }

  private void serve(SSLSocket socket, String run) throws IOException {
    if (!sessions.tryAcquire()) {
      AgentTransport.say(
          socket.getOutputStream(),
          AgentTransport.FAIL + "it has " + SESSIONS_MAX + " sessions already");
      refuse(socket, "more than " + SESSIONS_MAX + " sessions");
      return;
    }
    Path own = folder.resolve(RUNS).resolve(run);
    String who = socket.getInetAddress().getHostAddress();
    try {
      if (Files.exists(own)) {
        AgentTransport.say(
            socket.getOutputStream(), AgentTransport.FAIL + "it runs " + run + " already");
        return;
      }
      LOG.info("a session from {} begins: {}", who, run);
      Agent.serve(socket.getInputStream(), socket.getOutputStream(), own, command, doctor);
      LOG.info("the session from {} has ended: {}", who, run);
    } finally {
      sessions.release();
    }
  }

  private void refuse(Socket socket, String why) {
    long count;
    synchronized (this) {
      refused++;
      count = refused;
    }
    if (lines.mayLog()) {
      String who = socket.getInetAddress().getHostAddress();
      LOG.warn("refused {}: {} ({} so far)", who, why, count);
    }
    Closing.quietly(socket);
  }

  @Override
  public void close() {
    Closing.quietly(server);
  }
}
