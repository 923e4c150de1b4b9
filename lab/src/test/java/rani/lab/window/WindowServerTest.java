// SPDX-License-Identifier: Apache-2.0
package rani.lab.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.lab.LabFailure;

/** Who may have the page, and what the server says to nonsense. */
class WindowServerTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private WindowServer server;

  /** Repeats what it is told. */
  private static final class Echo implements Feed {
    @Override
    public String recording() {
      return "{\"version\":1}";
    }

    @Override
    public @Nullable Follower follow() {
      return new Follower() {
        private boolean said;

        @Override
        public @Nullable News next(Duration patience) throws InterruptedException {
          if (said) {
            boolean _ = new CountDownLatch(1).await(patience.toMillis(), TimeUnit.MILLISECONDS);
            return null;
          }
          said = true;
          return new News("message", "{\"now\":1}");
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Said say(String line) throws LabFailure {
      if (line.isEmpty()) {
        throw new LabFailure("nothing was said");
      }
      return new Said(0, "<" + line + ">");
    }

    @Override
    public void keep(String positions) {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void serve() throws LabFailure {
    server = new WindowServer(new Echo());
  }

  @AfterEach
  void end() {
    server.close();
    client.close();
  }

  private HttpResponse<String> get(String link) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(link)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.link() + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void whoHasTheLinkGetsThePageAndAllThatItNeeds() throws Exception {
    HttpResponse<String> page = get(server.link());
    assertEquals(200, page.statusCode());
    assertTrue(page.headers().firstValue("Content-Security-Policy").orElse("").contains("'none'"));
    for (String part : new String[] {"window.js", "window.css", "cytoscape.js", "uplot.js"}) {
      assertTrue(page.body().contains(part), part);
      assertEquals(200, get(server.link() + part).statusCode());
    }
    assertFalse(page.body().contains("http"), "nothing comes from anywhere else");
  }

  @Test
  void aWrongTokenGetsAPlainPageThatSaysSo() throws Exception {
    String root = server.link().replaceFirst("[0-9a-f]+/$", "");
    for (String link : new String[] {root, root + "0123456789abcdef/", root + "x/recording"}) {
      HttpResponse<String> refused = get(link);
      assertEquals(401, refused.statusCode(), link);
      assertTrue(refused.body().contains("lacks the token"), refused.body());
    }
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
    assertEquals(404, get(server.link() + "etc/passwd").statusCode());
  }

  @Test
  void whoFollowsIsToldWhatIsNew() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.link() + "stream")).build();
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
