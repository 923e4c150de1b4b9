// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
  private static final HttpLimits SMALL =
      new HttpLimits(3, 6, 256, 1024, 100, Duration.ofSeconds(20));
  private static final Duration MAX = Duration.ofSeconds(20);
  private static final HttpAddress LOOPBACK =
      new HttpAddress.Tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  @TempDir private Path folder;
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  /** Admits who knows the word; repeats bodies, and tells without end on {@code /on}. */
  private static final class Repeating implements HttpHandler {
    private final CountDownLatch gone = new CountDownLatch(1);

    @Override
    public Optional<HttpRefusal> refusal(HttpExchange head) {
      return "please".equals(head.header("Word"))
          ? Optional.empty()
          : Optional.of(new HttpRefusal(401, "text/plain", "say please\n", Map.of("Way", "out")));
    }

    @Override
    public HttpRefusal refusal(int status, String why) {
      return new HttpRefusal(status, "text/plain", why, Map.of());
    }

    @Override
    public void serve(HttpExchange exchange) throws IOException {
      if (exchange.path().equals("/on")) {
        try (OutputStream out = exchange.begin(200, "text/plain")) {
          while (true) {
            out.write("again\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
          }
        } finally {
          gone.countDown();
        }
      }
      if (exchange.path().equals("/fail")) {
        throw new IllegalStateException("a mistake of the handler");
      }
      exchange.answerHeader("Asked", exchange.method() + " " + exchange.query());
      exchange.answer(200, "text/plain", exchange.body());
    }
  }

  private HttpServer listen(HttpAddress address, HttpHandler handler) throws IOException {
    HttpServer server = new HttpServer(address, SMALL, handler);
    open.add(server);
    return server;
  }

  private HttpServer listen() throws IOException {
    return listen(LOOPBACK, new Repeating());
  }

  private static HttpAnswer ask(HttpServer server, String path, String word, String body)
      throws IOException {
    return HttpClient.ask(server.address(), "POST", path, Map.of("Word", word), body, MAX);
  }

  private Socket connect(HttpServer server) throws IOException {
    InetSocketAddress address = ((HttpAddress.Tcp) server.address()).socket();
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout((int) MAX.toMillis());
    open.add(socket);
    return socket;
  }

  private static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** All that comes until the server closes. */
  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void answersOverBothKindsOfSocket() throws Exception {
    Path path = folder.resolve("door");
    for (HttpAddress address : List.of(LOOPBACK, new HttpAddress.Unix(path))) {
      HttpServer server = listen(address, new Repeating());
      assertEquals(server.address(), HttpAddress.parse(server.address().text()));
      HttpAnswer answer = ask(server, "/a%20b?c=d", "please", "gr\u00fc\u00df dich");
      assertEquals(200, answer.status());
      assertEquals("POST c=d", answer.header("asked"));
      assertEquals("gr\u00fc\u00df dich", answer.text());
    }
    open.removeLast().close();
    assertFalse(Files.exists(path), "its file goes with it");
  }

  @Test
  void requestsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
    Socket socket = connect(listen());
    String one = "POST / HTTP/1.1\r\nHost: a\r\nWord: please\r\nContent-Length: 1\r\n";
    say(socket, one + "\r\n1" + one + "\r\n2" + one + "Connection: close\r\n\r\n3");
    String[] answers = rest(socket).split("\r\n\r\n");
    assertEquals("1", answers[1].substring(0, 1));
    assertEquals("2", answers[2].substring(0, 1));
    assertEquals("3", answers[3]);
  }

  @Test
  void aStrangerIsRefusedBeforeHisBodyIsRead() throws Exception {
    Socket socket = connect(listen());
    say(socket, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    String answer = rest(socket);
    assertTrue(answer.startsWith("HTTP/1.1 401 "), answer);
    assertTrue(answer.contains("way: out") || answer.contains("Way: out"), answer);
    assertTrue(answer.endsWith("\r\n\r\nsay please\n"), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nWord: please\r\n\r\n-1\r\n",
        "POST /%zz HTTP/1.1\r\nWord: please\r\n\r\n",
        "no HTTP at all\r\n\r\n"
      })
  void whatIsNoRequestEndsItsConnectionAlone(String text) throws Exception {
    HttpServer server = listen();
    Socket socket = connect(server);
    say(socket, text);
    String answer = rest(socket);
    assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
    assertEquals("still here", ask(server, "/", "please", "still here").text());
  }

  @Test
  void headsAndBodiesHaveLimits() throws Exception {
    HttpServer server = listen();
    Socket line = connect(server);
    say(line, "GET /" + "x".repeat(SMALL.lineBytes()) + " HTTP/1.1\r\n\r\n");
    assertTrue(rest(line).startsWith("HTTP/1.1 414 "));
    Socket head = connect(server);
    say(head, "GET / HTTP/1.1\r\nA: " + "x".repeat(SMALL.headBytes()) + "\r\n\r\n");
    assertTrue(rest(head).startsWith("HTTP/1.1 431 "));
    assertEquals(413, ask(server, "/", "please", "x".repeat(SMALL.bodyBytes() + 1)).status());
    assertEquals(200, ask(server, "/", "please", "x".repeat(SMALL.bodyBytes())).status());
    Socket chunks = connect(server);
    say(chunks, "POST / HTTP/1.1\r\nWord: please\r\nTransfer-Encoding: chunked\r\n\r\n");
    say(chunks, "40\r\n" + "x".repeat(64) + "\r\n40\r\n" + "x".repeat(64) + "\r\n");
    assertTrue(rest(chunks).startsWith("HTTP/1.1 413 "));
  }

  @Test
  void theOldestStrangerMakesRoomAndWhoIsServedStays() throws Exception {
    Repeating handler = new Repeating();
    HttpServer server = listen(LOOPBACK, handler);
    try (HttpAnswer on = ask(server, "/on", "please", "")) {
      List<Socket> strangers = new ArrayList<>();
      for (int k = 0; k <= SMALL.strangers(); k++) {
        Socket stranger = connect(server);
        say(stranger, "GET / HTTP/1.1\r\nA: 1"); // and no end
        strangers.add(stranger);
      }
      assertEquals("", rest(strangers.getFirst()), "closed without a word");
      assertEquals("in between", ask(server, "/", "please", "in between").text());
      assertArrayEquals("again\n".getBytes(StandardCharsets.UTF_8), on.readNBytes(6));
    }
    assertTrue(handler.gone.await(MAX.toSeconds(), TimeUnit.SECONDS), "it is told of the end");
  }

  @Test
  void whoDoesNotFinishHisRequestInTimeIsLeft() throws Exception {
    HttpLimits hasty = new HttpLimits(3, 6, 256, 1024, 100, Duration.ofMillis(50));
    HttpServer server = new HttpServer(LOOPBACK, hasty, new Repeating());
    open.add(server);
    Socket slow = connect(server);
    say(slow, "POST / HTTP/1.1\r\nWord: please\r\nContent-Length: 5\r\n\r\n1");
    assertEquals("", rest(slow));
  }

  @Test
  void aHandlersMistakeEndsOneConnection() throws Exception {
    HttpServer server = listen();
    assertThrows(IOException.class, () -> ask(server, "/fail", "please", ""));
    assertEquals("next", ask(server, "/", "please", "next").text());
  }

  @Test
  void anAnswerThatBreaksOffIsAnError() throws Exception {
    HttpServer server = listen();
    try (InputStream on = ask(server, "/on", "please", "")) {
      on.readNBytes(6);
      server.close();
      assertThrows(IOException.class, on::readAllBytes);
    }
    assertThrows(IOException.class, () -> ask(server, "/", "please", ""));
  }
}
