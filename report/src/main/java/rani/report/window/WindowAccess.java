// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.nodehost.http.HttpExchange;

/**
 * Access control of a window. A link contains a ticket for one visit, which sets a cookie. A
 * browser is opened with a file, because every user of the machine can read command lines; only its
 * owner can read that file, and it gets a new ticket as soon as one is used.
 *
 * <p>A browser sends the cookies of a host to all its ports. The cookie of this window is bound to
 * a secret path, so that it is not sent to other servers on the machine.
 */
final class WindowAccess implements AutoCloseable {
  /** The path that exchanges a ticket for the cookie. */
  static final String ENTRANCE = "/enter";

  private static final String TICKET = "ticket=";
  private static final String COOKIE = "rani";
  private static final int SECRET_BYTES = 16;

  private final SecureRandom chance = new SecureRandom();
  private final String place = "/" + secret() + "/";
  private final String cookie = secret();
  private final Set<String> tickets = new LinkedHashSet<>();
  private final String origin;
  private final Path file;
  private String onFile = "";

  /**
   * Writes the first ticket into a file that redirects its owner's browser to the window, whose
   * server is at an origin such as {@code http://127.0.0.1:40001}.
   */
  WindowAccess(String origin, Path file) throws LabFailure {
    this.origin = origin;
    this.file = file.toAbsolutePath().normalize();
    renewFile();
    this.file.toFile().deleteOnExit(); // Ctrl-C closes nothing
  }

  private String secret() {
    byte[] secret = new byte[SECRET_BYTES];
    chance.nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /** Returns the secret prefix of the window's paths. */
  String place() {
    return place;
  }

  Path file() {
    return file;
  }

  /** Returns a link that admits one visitor once. */
  synchronized String link() {
    String ticket = secret();
    tickets.add(ticket);
    return origin + ENTRANCE + "?" + TICKET + ticket;
  }

  private synchronized void renewFile() throws LabFailure {
    String link = link();
    onFile = link.substring(link.lastIndexOf('=') + 1);
    PrivateFile.write(file, WindowPage.leadingTo(link));
  }

  /** Consumes the ticket in a request; returns false if it has no valid ticket. */
  synchronized boolean admits(HttpExchange head) {
    String query = head.query();
    if (!query.startsWith(TICKET) || !tickets.remove(query.substring(TICKET.length()))) {
      return false;
    }
    if (query.endsWith(onFile)) {
      try {
        renewFile();
      } catch (LabFailure e) {
        return true; // the run's folder was removed
      }
    }
    return true;
  }

  /** Returns the {@code Set-Cookie} header for admitted clients. */
  String cookie() {
    return COOKIE + "=" + cookie + "; Path=" + place + "; HttpOnly; SameSite=Strict";
  }

  /** Returns whether a request carries the cookie and its path has the secret prefix. */
  boolean knows(HttpExchange head) {
    String sent = head.header("Cookie");
    if (!head.path().startsWith(place) || sent == null) {
      return false;
    }
    boolean known = false;
    for (String one : sent.split("; ?")) {
      known |= isEqual(one, COOKIE + "=" + cookie);
    }
    return known;
  }

  private static boolean isEqual(String given, String wanted) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns why a request seems to come from a hostile page: its host name only resolves to this
   * machine (DNS rebinding), or it has another origin. The port may differ, because of a tunnel.
   */
  static Optional<String> foreign(HttpExchange head) {
    String host = head.header("Host");
    if (host == null || !isLoopback(host)) {
      return Optional.of("This server is asked for by a name that is not its own.");
    }
    String from = head.header("Origin");
    return from == null || from.equals("http://" + host)
        ? Optional.empty()
        : Optional.of("A page of another server asks.");
  }

  private static boolean isLoopback(String host) {
    @Nullable String name;
    try {
      name = URI.create("http://" + host).getHost();
    } catch (IllegalArgumentException e) {
      return false;
    }
    return name != null
        && switch (name.toLowerCase(Locale.ROOT)) {
          case "127.0.0.1", "localhost", "[::1]" -> true;
          default -> false;
        };
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      return; // its ticket is no longer valid
    }
  }
}
