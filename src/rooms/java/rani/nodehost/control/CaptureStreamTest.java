// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.json.Json;
import rani.live.LinkSockets;
import rani.model.node.RunKey;
import rani.nodehost.capture.CaptureTap;
import rani.nodehost.capture.PcapngCopy;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.LinkJoin;
import rani.nodehost.conversation.LinkLeave;
import rani.nodehost.conversation.LinkPrepare;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.session.ServedNode;

/** Captures by a node's control plane. Hellos, five a second, are what passes. */
@Timeout(60)
class CaptureStreamTest {
  @TempDir private Path folder;
  private ServedNode served;

  @BeforeEach
  void serve() throws Exception {
    served =
        new ServedNode(
            folder,
            """
            topology: pair
            nodes: {n1: {}, n2: {}}
            links: {n1 -- n2: {hello: 50ms}}
            """);
    served.start();
  }

  @AfterEach
  void end() {
    served.close();
  }

  private HttpResponse<InputStream> capture(String body) throws Exception {
    return served
        .http()
        .send(
            served.request("/capture").POST(BodyPublishers.ofString(body)).build(),
            BodyHandlers.ofInputStream());
  }

  private static PcapngCopy copied(HttpResponse<InputStream> response) throws IOException {
    assertEquals(200, response.statusCode());
    PcapngCopy copy = new PcapngCopy();
    try (InputStream in = response.body()) {
      copy.copy(in, new ByteArrayOutputStream());
    }
    return copy;
  }

  @Test
  void aCaptureEndsWithAsManyPacketsAsWereWanted() throws Exception {
    PcapngCopy copy = copied(capture("{\"count\": 4, \"snaplen\": 20}"));
    assertEquals(4, copy.packets());
    assertEquals(4 * 20, copy.bytes());
    assertEquals(0, copy.lost());
  }

  @Test
  void anInnerCaptureLeavesMessagesOfNodesOut() throws Exception {
    PcapngCopy copy = copied(capture("{\"inner\": true, \"duration\": \"300ms\"}"));
    assertEquals(0, copy.packets());
    assertEquals(0, copy.bytes());
    assertTrue(copy.leftOut() > 0, "hellos passed");
  }

  @Test
  void itEndsWhenItsTimeIsUpThoughNothingWasWanted() throws Exception {
    PcapngCopy copy = copied(capture("{\"filter\": \"proto=rdp\", \"duration\": \"300ms\"}"));
    assertEquals(0, copy.packets());
    assertTrue(copy.seen() > 0, "hellos passed");
  }

  @Test
  void whoBeganItMayEndItAndLosesNothing() throws Exception {
    HttpResponse<InputStream> response = capture("{\"links\": [0], \"filter\": \"out\"}");
    String id = response.headers().firstValue(CaptureStream.ID_HEADER).orElseThrow();
    assertEquals(0x0A, response.body().read(), "the section has begun");
    HttpResponse<String> ended =
        served
            .http()
            .send(
                served
                    .request("/capture/end")
                    .POST(BodyPublishers.ofString("{\"id\": " + id + "}"))
                    .build(),
                BodyHandlers.ofString());
    assertEquals(200, ended.statusCode(), ended.body());
    assertTrue(response.body().readAllBytes().length > 0, "it ends by itself");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"filter": "form=n1"}   | did you mean `from`?
          {"links": [1]}          | node n1 has links 0, not 1
          {"links": ["n2"]}       | node n1 has links 0, not n2
          {"lynks": [0]}          | did you mean `links`?
          {"count": 0}            | `count` is a number from 1, not 0
          {"inner": "yes"}        | `inner` is true or false, not yes
          {"snaplen": 1}          | a snapshot has 16…65664 bytes of a frame, not 1
          {"duration": "10"}      | 10
          [1]                     | JSON
          nonsense                | nonsense
          """)
  void badInputIsRefusedAndSaysWhy(String body, String needed) throws Exception {
    HttpResponse<InputStream> response = capture(body);
    String said = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(400, response.statusCode(), said);
    assertTrue(said.contains("error") && (said.contains(needed) || needed.equals("JSON")), said);
  }

  @Test
  void aLinkThatCameLaterIsCapturedByItsNumber() throws Exception {
    String entry = "{add: {link: \"n1 -- n2 #2\", hello: 50ms}}";
    String name = "n1 -- n2 #2";
    NodeLinks far = new NodeLinks(served.neighbour().node(), served.words(), RunKey.NONE);
    LinkSockets peer = far.prepare(entry, name);
    String prepared = answer("/links/prepare", new LinkPrepare(entry, name));
    LinkSockets own = Json.read(prepared, LinkAddresses.class).parse();
    answer("/links/join", new LinkJoin(name, LinkAddresses.of(peer)));
    assertTrue(far.join(name, own).ok());
    served.changed(entry);
    answer("/links/leave", new LinkLeave("n1 -- n2"));
    served.changed("{remove: {link: n1 -- n2}}");

    assertEquals(400, capture("{\"links\": [0]}").statusCode(), "its number is not given again");
    assertEquals(2, copied(capture("{\"links\": [1], \"count\": 2}")).packets());
    assertEquals(2, copied(capture("{\"filter\": \"in\", \"count\": 2}")).packets());
  }

  private String answer(String path, Object body) throws Exception {
    HttpRequest request =
        served.request(path).POST(BodyPublishers.ofString(Json.print(body))).build();
    HttpResponse<String> response = served.http().send(request, BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.body();
  }

  @Test
  void withoutTheTokenThereIsNoCapture() throws Exception {
    HttpRequest request = served.strangersRequest("/capture").POST(BodyPublishers.noBody()).build();
    assertEquals(401, served.http().send(request, BodyHandlers.ofString()).statusCode());
  }

  @Test
  void thereAreOnlySoManyAtATimeAndOneWhoLeavesMakesRoom() throws Exception {
    List<HttpResponse<InputStream>> all = new ArrayList<>();
    for (int i = 0; i < CaptureTap.CAPTURES_MAX; i++) {
      HttpResponse<InputStream> begun = capture("");
      assertEquals(200, begun.statusCode());
      all.add(begun);
    }
    HttpResponse<InputStream> refused = capture("");
    assertEquals(503, refused.statusCode());
    String said = new String(refused.body().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(said.contains("node n1 has 8 captures already"), said);
    all.getFirst().body().close();
    HttpResponse<InputStream> again = capture("{\"count\": 1}");
    while (again.statusCode() == 503) {
      again.body().readAllBytes();
      again = capture("{\"count\": 1}");
    }
    assertEquals(1, copied(again).packets());
    for (HttpResponse<InputStream> each : all) {
      each.body().close();
    }
  }
}
