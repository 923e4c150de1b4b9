// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

/** Who may have the page, and what the server says to nonsense. */
class WindowServerTest {
  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;
  private WindowServer server;
  private Optional<String> charts = Optional.empty();
  private String cookie = "";
  private String place = "";

  /** Repeats what it is told. */
  private final class Echo implements Feed {
    @Override
    public String recording() {
      return "{\"version\":1}";
    }

    @Override
    public Optional<String> charts() {
      return charts;
    }

    @Override
    public LiveFollower follow() {
      LiveFollower follower = new LiveFollower();
      follower.offer(new News("message", "{\"now\":1}"));
      return follower;
    }

    @Override
    public CommandResult execute(String line) throws LabFailure {
      if (line.isEmpty()) {
        throw new LabFailure("nothing was said");
      }
      return new CommandResult(0, "<" + line + ">");
    }

    @Override
    public void keep(String positions) {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void serve() throws Exception {
    server = new WindowServer(new Echo(), folder);
    place = comeIn(server.link());
  }

  @AfterEach
  void end() {
    server.close();
    client.close();
  }

  /** Uses a link's ticket up, keeps the cookie, and returns where the link leads. */
  private String comeIn(String link) throws Exception {
    HttpResponse<String> entered = get(link);
    assertEquals(200, entered.statusCode(), entered.body());
    cookie = entered.headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(cookie.endsWith("; HttpOnly; SameSite=Strict"), cookie);
    return origin() + linkIn(entered.body());
  }

  private String origin() {
    return server.link().replaceFirst("/enter.*", "");
  }

  /** Where a page leads by itself. */
  private static String linkIn(String page) {
    Matcher refresh =
        Pattern.compile("http-equiv=\"refresh\" content=\"0; url=([^\"]+)\"").matcher(page);
    assertTrue(refresh.find(), page);
    return refresh.group(1);
  }

  private HttpResponse<String> get(String link, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(link));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie.replaceFirst(";.*", ""));
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(place + path))
            .header("Cookie", cookie.replaceFirst(";.*", ""))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void whoHasTheLinkGetsThePageAndAllThatItNeeds() throws Exception {
    HttpResponse<String> page = get(place);
    assertEquals(200, page.statusCode());
    assertTrue(page.headers().firstValue("Content-Security-Policy").orElse("").contains("'none'"));
    for (String part : new String[] {"window.js", "window.css", "cytoscape.js", "uplot.js"}) {
      assertTrue(page.body().contains(part), part);
      assertEquals(200, get(place + part).statusCode());
    }
    assertFalse(page.body().contains("http:"), "nothing comes from anywhere else");
  }

  @Test
  void chartsAreThereForWhoHasTheLinkIfTheRunHasSome() throws Exception {
    assertEquals(404, get(place + "charts").statusCode());
    charts = Optional.of("<h1>Charts</h1>");
    HttpResponse<String> page = get(place + "charts");
    assertEquals(200, page.statusCode());
    assertEquals("<h1>Charts</h1>", page.body());
    assertEquals(
        List.of("connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        page.headers().allValues("Content-Security-Policy"));
    assertEquals(404, post("charts", "").statusCode());
    cookie = "";
    assertEquals(401, get(place + "charts").statusCode());
  }

  @Test
  void aLinkLeadsInOnce() throws Exception {
    String link = server.link();
    assertEquals(place, comeIn(link));
    assertEquals(401, get(link).statusCode(), "even with the cookie");
  }

  @Test
  void theFileIsItsOwnersAloneAndLeadsInAgainAndAgain() throws Exception {
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(server.file()));
    String first = linkIn(Files.readString(server.file()));
    assertEquals(place, comeIn(first));
    String second = linkIn(Files.readString(server.file()));
    assertNotEquals(first, second);
    assertEquals(place, comeIn(second));
    assertEquals(401, get(first).statusCode());
    server.close();
    assertFalse(Files.exists(server.file()));
  }

  @Test
  void withoutTheCookieNothingIsToBeHad() throws Exception {
    for (String given : new String[] {"", "rani=0", "rani=", "x" + cookie}) {
      cookie = given;
      for (String path : new String[] {"", "recording", "stream", "window.js"}) {
        HttpResponse<String> refused = get(place + path);
        assertEquals(401, refused.statusCode(), path);
        assertTrue(refused.body().contains("Wrong link"), refused.body());
      }
    }
  }

  @Test
  void theCookieIsGoodForItsOwnPathsAlone() throws Exception {
    assertTrue(cookie.contains("; Path=" + URI.create(place).getPath() + ";"), cookie);
    assertEquals(401, get(origin() + "/").statusCode());
    assertEquals(401, get(origin() + "/0123456789abcdef/recording").statusCode());
    assertEquals(401, get(origin() + "/enter?ticket=").statusCode());
    assertEquals(401, get(origin() + "/enter?ticket=0123456789abcdef").statusCode());
    assertEquals(401, get(origin() + "/enter").statusCode());
  }

  /** By its socket, since the JDK's client lets no one say such things. */
  private String answerTo(String host, String more) throws Exception {
    URI at = URI.create(place);
    try (Socket socket = new Socket(at.getHost(), at.getPort())) {
      String request =
          "GET "
              + at.getPath()
              + "recording HTTP/1.1\r\nHost: "
              + host
              + "\r\nCookie: "
              + cookie.replaceFirst(";.*", "")
              + "\r\nConnection: close\r\n"
              + more
              + "\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
    }
  }

  @Test
  void aPageOfAnotherServerIsRefusedEvenWithTheCookie() throws Exception {
    String own = URI.create(place).getAuthority();
    assertEquals("200", answerTo(own, ""));
    assertEquals("200", answerTo(own, "Origin: http://" + own + "\r\n"));
    assertEquals("200", answerTo("localhost:8080", ""), "by a tunnel");
    assertEquals("403", answerTo("evil.example", ""));
    assertEquals("403", answerTo("127.0.0.1.evil.example:80", ""));
    assertEquals("403", answerTo("127.0.0.1@evil.example", ""));
    assertEquals("403", answerTo(own, "Origin: http://evil.example\r\n"));
    assertEquals("403", answerTo(own, "Origin: null\r\n"));
    assertEquals("403", answerTo(own, "Origin: http://127.0.0.1:1\r\n"));
  }

  @Test
  void aLineIsCarriedOutAndItsOutputIsText() throws Exception {
    HttpResponse<String> said = post("say", "{\"line\": \"n1 ping n3\"}");
    assertEquals("{\"exit\":0,\"output\":\"<n1 ping n3>\"}", said.body());
  }

  @Test
  void nonsenseIsRefusedWithAReason() throws Exception {
    assertEquals(400, post("say", "{\"line\": \"\"}").statusCode());
    assertEquals(400, post("say", "{\"lines\": []}").statusCode());
    assertEquals(400, post("say", "no JSON").statusCode());
    assertEquals(404, post("window.js", "").statusCode());
    assertEquals(404, get(place + "etc/passwd").statusCode());
  }

  @Test
  void whoFollowsIsToldWhatIsNew() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(place + "stream"))
            .header("Cookie", cookie.replaceFirst(";.*", ""))
            .build();
    try (InputStream in = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      assertEquals("retry: 1000", lines.readLine());
      assertEquals("", lines.readLine());
      assertEquals("event: message", lines.readLine());
      assertEquals("data: {\"now\":1}", lines.readLine());
    }
  }
}
