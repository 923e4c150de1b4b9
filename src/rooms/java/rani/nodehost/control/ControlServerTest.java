// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.live.LinkSockets;
import rani.node.Command;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.Replies;
import rani.nodehost.gateway.GatewayOrder;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.http.HttpLimits;
import rani.nodehost.session.EventFeed;
import rani.nodehost.session.NodeSession;
import rani.nodehost.session.ServedNode;
import rani.testbed.process.ControlClient;
import rani.testbed.process.Lease;
import rani.world.Note;
import rani.world.Reply;

class ControlServerTest {
  private static final String TOKEN = ServedNode.TOKEN;

  @TempDir private Path folder;
  private NodeSession node;
  private NodeSession neighbour;
  private ServedNode served;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch detached = new CountDownLatch(1);

  @BeforeEach
  void serve() throws Exception {
    served =
        new ServedNode(
            folder,
            """
            topology: pair
            nodes: {n1: {}, n2: {services: {sink: {}}}}
            links: {n1 -- n2: {hello: 100ms}}
            """,
            detached::countDown,
            stopped::countDown);
    node = served.node();
    neighbour = served.neighbour();
  }

  @AfterEach
  void end() {
    served.close();
  }

  private HttpRequest.Builder request(String path, String token) {
    return served
        .strangersRequest(path)
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return served.http().send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request(path, TOKEN).GET());
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return send(request(path, TOKEN).POST(BodyPublishers.ofString(body)));
  }

  /** None of the node's future is needed to see that its silence ends a request. */
  @Test
  void aNodeThatHangsTakesTheRoomOfOthersForAWhileOnly() throws Exception {
    CompletableFuture<Reply> never = new CompletableFuture<>();
    ControlServer.Routes hanging =
        new ControlServer.Routes() {
          @Override
          public Map<String, ControlRoute> routes() {
            return Map.of(
                "GET /hang",
                request -> ControlAnswer.of(Replies.answered(never, Duration.ofNanos(1))));
          }

          @Override
          public Map<String, ControlStream> streams() {
            return Map.of();
          }
        };
    try (ControlServer server =
        new ControlServer(HttpAddress.loopback(), TOKEN, closing -> hanging)) {
      URI uri = URI.create("http://" + server.address().text() + "/hang");
      HttpResponse<String> answer =
          send(HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + TOKEN).GET());
      assertEquals(503, answer.statusCode());
      assertTrue(answer.body().contains("the node hangs"), answer::body);
    }
    assertFalse(never.isDone(), "it is only no longer waited for");
  }

  private boolean isStarted() {
    return !node.node().handle(new Command.Go()).join().message().contains("not running");
  }

  @Test
  void connectionsAreShownByTheirWindows() throws Exception {
    node.connections()
        .note(
            0,
            "source",
            "window",
            Note.parse(
                "conn=10.0.0.1:49152-10.0.0.2:7000 state=SS cwnd=2.0 ssthresh=16 srtt=0.02"
                    + " rto=1.0 flight=2"));

    assertEquals(
        "{\"10.0.0.1:49152-10.0.0.2:7000\":{\"service\":\"source\",\"phase\":\"SS\","
            + "\"cwnd-packets\":2.0,\"ssthresh-packets\":16.0,\"srtt-seconds\":0.02,"
            + "\"rto-seconds\":1.0,\"flight-segments\":2.0}}\n",
        get("/connections").body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wrong", "0123456789abcde", "0123456789abcdef0"})
  void withoutTheTokenNothingIsSaidAndNothingDone(String token) throws Exception {
    for (String path : List.of("/status", "/live", "/events", "/anything")) {
      HttpResponse<String> response = send(request(path, token).GET());
      assertEquals(401, response.statusCode());
      assertEquals("{\"error\":\"the run's token is missing or wrong\"}\n", response.body());
    }
    for (String path : List.of("/start", "/go", "/stop", "/detach", "/tell", "/peers")) {
      HttpResponse<String> response =
          send(request(path, token).POST(BodyPublishers.ofString("{}")));
      assertEquals(401, response.statusCode());
    }
    assertEquals(1, stopped.getCount());
    assertEquals(1, detached.getCount());
    assertEquals(false, isStarted());
  }

  @Test
  void whatIsHeldIsReleasedWhenTheClientStopsReading() throws Exception {
    node.node().handle(new Command.Start()).join();
    ControlClient client = new ControlClient("n1", served.address(), TOKEN);
    GatewayOrder order = new GatewayOrder.Await(7000);

    Lease held = client.hold(order);
    LabFailure taken = assertThrows(LabFailure.class, () -> client.hold(order));
    assertEquals("RDP port 7000 of node n1 is taken", taken.getMessage());
    held.close();

    // The server finds out when it next writes.
    Lease again = null;
    for (int tries = 0; again == null && tries < 1000; tries++) {
      try {
        again = client.hold(order);
      } catch (LabFailure stillTaken) {
        assertEquals(taken.getMessage(), stillTaken.getMessage());
      }
    }
    assertNotNull(again);
    assertEquals(7000, again.number("port"));
    again.close();
  }

  @Test
  void whatIsDoneAtOnceCannotBeHeld() throws Exception {
    neighbour.node().handle(new Command.Start()).join();
    node.node().handle(new Command.Start()).join();
    assertEquals(
        409,
        post("/hold", "{\"service\": \"none\", \"verb\": \"x\", \"arguments\": []}").statusCode());
    assertEquals(400, post("/hold", "{}").statusCode());
  }

  @Test
  void anEntryOfAScheduleIsCarriedOutAtOnce() throws Exception {
    node.node().handle(new Command.Start()).join();

    HttpResponse<String> set =
        post("/operate", "{\"link\": \"n1 -> n2\", \"set\": {\"delay\": \"50ms\"}}");
    assertEquals(200, set.statusCode());
    assertTrue(set.body().contains("\"delay-nanos\":50000000"), set.body());
    assertTrue(get("/links").body().contains("\"delay-nanos\":50000000"));
    String start = "{\"node\": \"n1\", \"start\": {\"echo\": {\"port\": 77}}}";
    assertEquals(200, post("/operate", start).statusCode());
    HttpResponse<String> again = post("/operate", start);
    assertEquals(409, again.statusCode());
    assertTrue(again.body().contains("is here already"), again.body());
    assertTrue(get("/services").body().contains("echoed"));

    HttpResponse<String> wrong = post("/operate", "{\"node\": \"n1\", \"stopp\": \"echo\"}");
    assertEquals(400, wrong.statusCode());
    assertTrue(wrong.body().contains("did you mean `stop`?"), wrong.body());
    assertEquals(400, post("/operate", "{\"node\": \"n2\", \"stop\": \"sink\"}").statusCode());
    assertEquals(400, post("/operate", "").statusCode());
  }

  @Test
  void aCableThatIsOutCarriesNothing() throws Exception {
    node.node().connect(neighbour.node().sockets());
    neighbour.node().connect(node.node().sockets());
    node.node().handle(new Command.Start()).join();
    neighbour.node().handle(new Command.Start()).join();
    awaitUp(true);
    assertEquals(200, post("/cut", "{\"link\": 0, \"out\": true}").statusCode());
    awaitUp(false);
    assertEquals(200, post("/cut", "{\"link\": 0, \"out\": false}").statusCode());
    awaitUp(true);
    assertEquals(400, post("/cut", "{\"link\": 1, \"out\": true}").statusCode());
  }

  private void awaitUp(boolean up) throws Exception {
    long deadlineNanos = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!get("/status").body().contains("\"up\":" + up)) {
      assertTrue(System.nanoTime() < deadlineNanos, "the link is not " + (up ? "up" : "down"));
    }
  }

  @Test
  void aTokenOfAnotherSchemeIsNoToken() throws Exception {
    HttpRequest basic =
        HttpRequest.newBuilder(URI.create("http://" + served.address() + "/status"))
            .header("Authorization", "Basic " + TOKEN)
            .build();
    assertEquals(401, served.http().send(basic, BodyHandlers.ofString()).statusCode());
  }

  @ParameterizedTest
  @CsvSource({
    "/status,name",
    "/counters,drops-by-reason",
    "/links,link-0",
    "/queues,link-0",
    "/routes,routes",
    "/live,transport"
  })
  void showsTheNode(String path, String key) throws Exception {
    HttpResponse<String> response = get(path);
    assertEquals(200, response.statusCode());
    assertTrue(Json.object(response.body()).has(key), response::body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET|/nothing|404|there is no GET /nothing",
        "POST|/status|405|/status is asked by GET",
        "POST|/tell|400|",
        "POST|/go|400|",
        "POST|/peers|400|"
      })
  void refusesWhatItDoesNotKnow(String method, String path, int status, String error)
      throws Exception {
    HttpResponse<String> response =
        send(request(path, TOKEN).method(method, BodyPublishers.ofString("{\"x\": 1}")));
    assertEquals(status, response.statusCode());
    String said = String.valueOf(Json.object(response.body()).find("error"));
    assertTrue(error == null ? !said.isEmpty() : said.equals(error), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[null]",
        "null",
        "[{\"receive\": null, \"send\": \"127.0.0.1:40002\"}]",
        "[{\"receive\": \"nowhere\", \"send\": \"127.0.0.1:40002\"}]"
      })
  void refusesPeersThatAreNoAddresses(String peers) throws Exception {
    assertEquals(400, post("/peers", peers).statusCode());
  }

  @Test
  void aHugeBodyIsRefused() throws Exception {
    HttpResponse<String> response = post("/tell", "x".repeat(HttpLimits.USUAL.bodyBytes() + 1));
    assertEquals(413, response.statusCode());
  }

  @Test
  void leadsANodeThroughItsLifeAndTellsOfIt() throws Exception {
    HttpResponse<InputStream> events =
        served.http().send(request("/events", TOKEN).GET().build(), BodyHandlers.ofInputStream());
    assertEquals(200, events.statusCode());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      assertEquals("retry: 1000", lines.readLine());
      LinkSockets peer = neighbour.node().sockets().getFirst();
      String peers = Json.print(List.of(LinkAddresses.of(peer)));
      assertEquals(200, post("/peers", peers).statusCode());
      neighbour.node().connect(node.node().sockets());
      neighbour.node().handle(new Command.Start()).join();
      assertEquals(200, post("/start", "").statusCode());
      assertEquals(409, post("/start", "").statusCode());
      String event = lines.readLine();
      while (event != null && !event.startsWith("data: ")) {
        event = lines.readLine();
      }
      assertTrue(String.valueOf(event).contains("\"kind\":\"link\""), String.valueOf(event));
      assertTrue(String.valueOf(event).contains("\"state\":\"up\""), String.valueOf(event));
    }
    assertEquals(200, post("/go", "{\"at-nanos\": 0}").statusCode());
    assertTrue(isStarted());
    HttpResponse<String> told =
        post("/tell", "{\"service\": \"none\", \"verb\": \"x\", \"arguments\": []}");
    assertEquals(409, told.statusCode());
    assertEquals(200, post("/detach", "").statusCode());
    assertTrue(detached.await(20, TimeUnit.SECONDS));
    assertEquals(200, post("/stop", "").statusCode());
    assertTrue(stopped.await(20, TimeUnit.SECONDS));
  }

  @Test
  void aClientThatDoesNotReadLosesEventsAndIsTold() throws InterruptedException, IOException {
    EventFeed feed = new EventFeed("n1");
    try (EventFeed.Follower follower = feed.follow()) {
      for (int i = 0; i < EventFeed.EVENTS_MAX + 3; i++) {
        feed.note(i, "test", "event", Note.NOTHING);
      }
      assertEquals("dropped", kind(follower));
      for (int i = 0; i < EventFeed.EVENTS_MAX; i++) {
        assertEquals("note", kind(follower));
      }
      assertEquals(null, follower.next(0));
    }
  }

  private static Object kind(EventFeed.Follower follower) throws InterruptedException {
    var event = follower.next(0);
    return event == null ? "none" : event.kind();
  }
}
