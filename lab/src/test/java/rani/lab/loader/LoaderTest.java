// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.example.probe.Probe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.lab.Lab;
import rani.lab.jar.JarSigner;
import rani.lab.jar.Jars;
import rani.lab.jar.OperatorSecret;
import rani.lab.topology.TopologyFile;
import rani.lab.transfer.MessagePipe;
import rani.node.Command.Subject;
import rani.world.Reply;

/** Services that come into a live network of two nodes, by RDP from the one to the other. */
@Isolated("its live nodes are judged by the clock")
class LoaderTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final long GARBAGE_MILLIS = 100;
  private static final int GARBAGE_ROUNDS_MAX = 200;

  @TempDir private static Path folder;
  private static Lab lab;

  @BeforeAll
  static void start() throws Exception {
    Path file = folder.resolve("net.yaml");
    Files.writeString(
        file,
        """
        topology: %s
        nodes: {n1: {}, n2: {services: {echo: {}}}}
        links: {n1 -- n2: {hello: 500ms}}
        operators: [%s]
        """
            .formatted(Jars.NETWORK, SECRET.key().text()));
    lab = Lab.live(TopologyFile.load(file), 1);
    lab.start();
    lab.go();
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private interface Talk<T> {
    T over(MessagePipe pipe) throws Exception;
  }

  /** A connection from a node to the loader of n2. */
  private static <T> T connected(String from, Talk<T> talk) throws Exception {
    List<String> arguments = List.of("10.0.0.2", "" + LoaderLimits.PORT);
    Reply dial = lab.tell(from, "gateway", "dial", arguments);
    assertTrue(dial.ok(), dial::message);
    try (MessagePipe pipe =
        MessagePipe.to("" + dial.facts().get("socket"), "" + dial.facts().get("key"))) {
      assertTrue(pipe.awaitOpen(), pipe::closeReason);
      return talk.over(pipe);
    } finally {
      lab.tell(from, "gateway", "release", List.of("" + dial.facts().get("id")));
    }
  }

  private static Reply load(byte[] jar, LoadOrder order) throws Exception {
    return connected("n1", new Shipment(order, jar)::send);
  }

  private static SequencedMap<String, Object> loaded(String version, LoadOrder order)
      throws Exception {
    Reply reply = load(Jars.signed(SECRET, version), order);
    assertTrue(reply.ok(), reply::message);
    return reply.facts();
  }

  private static void assertRefused(String reason, byte[] jar) throws Exception {
    assertRefused(reason, jar, LoadOrder.plain());
  }

  private static void assertRefused(String reason, byte[] jar, LoadOrder order) throws Exception {
    long before = refusals(reason);
    Reply reply = load(jar, order);
    assertFalse(reply.ok(), reason);
    assertTrue(reply.message().startsWith(reason + ": "), reply::message);
    assertEquals(before + 1, refusals(reason));
  }

  private static Map<?, ?> service(String name) throws Exception {
    Object facts = lab.show("n2", Subject.SERVICES).get(name);
    return facts instanceof Map<?, ?> map ? map : Map.of();
  }

  private static int number(SequencedMap<String, Object> facts) {
    return facts.get("number") instanceof Number number ? number.intValue() : -1;
  }

  private static long refusals(String reason) throws Exception {
    return service("loader").get("refused") instanceof Map<?, ?> refused
            && refused.get(reason) instanceof Long count
        ? count
        : 0;
  }

  private static Reply hello(String service) throws Exception {
    return lab.tell("n2", service, "hello", List.of());
  }

  private static void unload(String service) throws Exception {
    Reply reply = LoaderOrder.unload(lab, "n2", service);
    assertTrue(reply.ok(), reply::message);
  }

  @Test
  void a_signed_service_is_loaded_over_the_network_and_says_where_it_is_from() throws Exception {
    SequencedMap<String, Object> facts =
        loaded("1.0", new LoadOrder("greeting: good day", 0, false));

    assertEquals("probe", facts.get("name"));
    assertEquals(4711, number(facts));
    assertEquals("1.0", facts.get("version"));
    assertEquals(SECRET.key().id(), facts.get("key"));
    assertEquals("10.0.0.1", facts.get("from"));
    assertEquals("good day", hello("probe").facts().get("greeting"));
    Map<?, ?> shown = service("probe");
    assertEquals("1.0", shown.get("version"));
    assertEquals(facts.get("sha256"), shown.get("sha256"));
    assertEquals("seen 0", shown.get("tally"));
    assertEquals(1, service("loader").get("services") instanceof List<?> list ? list.size() : 0);
    assertEquals(
        "probe - greets.\n", LoaderOrder.manual(lab, "n2", "probe@1.0").facts().get("manual"));
    assertEquals(
        "no service `lgc` was loaded here; known: `probe`",
        LoaderOrder.manual(lab, "n2", "lgc").message());

    unload("probe");

    assertFalse(hello("probe").ok());
    assertEquals(List.of(), service("loader").get("services"));
  }

  @Test
  void a_node_loads_what_comes_from_itself() throws Exception {
    Reply reply =
        connected("n2", new Shipment(LoadOrder.plain(), Jars.signed(SECRET, "1.0"))::send);

    assertTrue(reply.ok(), reply::message);
    unload("probe");
  }

  @Test
  void unloading_leaves_neither_classes_nor_threads_nor_ports() throws Exception {
    for (int round = 1; round <= 2; round++) {
      loaded("1.0", new LoadOrder("port: 4000", 0, false));
      ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
      PhantomReference<ClassLoader> watched = new PhantomReference<>(classLoaderOfProbe(), gone);

      unload("probe");

      awaitGarbage(gone);
      assertNotNull(watched);
    }
    assertTrue(
        Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().startsWith("rani-loader")));
  }

  private static ClassLoader classLoaderOfProbe() {
    return System.getProperties().get(Probe.class.getName()) instanceof WeakReference<?> held
            && held.get() instanceof ClassLoader loader
        ? loader
        : fail("no probe was loaded");
  }

  private static void awaitGarbage(ReferenceQueue<ClassLoader> gone) throws Exception {
    for (int round = 0; round < GARBAGE_ROUNDS_MAX; round++) {
      System.gc();
      if (gone.remove(GARBAGE_MILLIS) != null) {
        return;
      }
    }
    throw new AssertionError("the class loader is still held");
  }

  @Test
  void versions_live_side_by_side_until_one_takes_the_others_place() throws Exception {
    loaded("1.0", LoadOrder.plain());
    SequencedMap<String, Object> second = loaded("2.0", LoadOrder.plain());
    SequencedMap<String, Object> third = loaded("3.0", new LoadOrder("", 5000, false));

    assertEquals("probe@2.0", second.get("name"));
    assertEquals(LoaderLimits.SPARE_NUMBER_FIRST, number(second));
    assertEquals(5000, number(third));
    assertEquals("1.0", hello("probe").facts().get("release"));
    assertEquals("2.0", hello("probe@2.0").facts().get("release"));
    assertRefused("loaded-already", Jars.signed(SECRET, "2.0"));
    assertRefused("number-taken", Jars.signed(SECRET, "4.0"), new LoadOrder("", 5000, false));

    SequencedMap<String, Object> fourth = loaded("4.0", new LoadOrder("", 0, true));
    assertEquals("probe", fourth.get("name"));
    assertEquals(4711, number(fourth));
    assertEquals("1.0", fourth.get("replaced"));
    assertEquals("4.0", hello("probe").facts().get("release"));

    assertRefused(
        "not-started", Jars.signed(SECRET, "5.0"), new LoadOrder("greeting: fail", 0, true));
    assertEquals("4.0", hello("probe").facts().get("release"));
    Reply reply = load(Jars.signed(SECRET, "5.0"), new LoadOrder("greeting: fail", 0, true));
    assertTrue(reply.message().endsWith("; 4.0 was started again in its place"), reply::message);

    unload("probe@4.0");
    unload("probe@2.0");
    unload("probe@3.0");
    assertEquals(List.of(), service("loader").get("services"));
  }

  @Test
  void what_gave_way_and_does_not_start_again_is_not_said_to_have() throws Exception {
    loaded("1.0", new LoadOrder("greeting: once", 0, false));

    Reply reply = load(Jars.signed(SECRET, "2.0"), new LoadOrder("greeting: fail", 0, true));

    assertFalse(reply.ok());
    assertTrue(reply.message().startsWith("not-started: "), reply::message);
    assertTrue(
        reply.message().contains("; and 1.0, which gave way, did not start again: "),
        reply::message);
    assertFalse(hello("probe").ok());
    assertEquals(List.of(), service("loader").get("services"));
  }

  @Test
  void what_was_stopped_by_its_own_name_is_unloaded_too() throws Exception {
    loaded("1.0", LoadOrder.plain());
    lab.operate("{node: n2, stop: probe}");

    unload("probe");

    Reply none = LoaderOrder.unload(lab, "n2", "probe");
    assertEquals("no service `probe` was loaded here; nothing was loaded here", none.message());
  }

  @Test
  void every_bad_jar_is_refused_with_a_reason_that_is_counted() throws Exception {
    SequencedMap<String, byte[]> probe = Jars.probe("1.0");
    byte[] signed = Jars.signed(SECRET, "1.0");
    Instant past = Instant.parse("2020-01-01T00:00:00Z");
    byte[] unsigned = Jars.zip(probe);

    assertRefused("unsigned", unsigned);
    assertRefused("malformed", Jars.bytes("no jar"));
    assertRefused("unknown-key", Jars.signed(OperatorSecret.generate(), "1.0"));
    assertRefused(
        "expired",
        JarSigner.sign(
            unsigned, SECRET, new JarSigner.Terms(Jars.NETWORK, "1", past, past.plusSeconds(9))));
    assertRefused(
        "other-network",
        JarSigner.sign(
            unsigned, SECRET, new JarSigner.Terms("other", "1", past, past.plusSeconds(9))));
    SequencedMap<String, byte[]> tampered = Jars.unzip(signed);
    tampered.put("release.txt", Jars.bytes("6.6"));
    assertRefused("altered", Jars.zip(tampered));
    assertRefused("bad-options", signed, new LoadOrder("greting: hi", 0, false));
    assertRefused("bad-options", signed, new LoadOrder("port: 70000", 0, false));
    assertRefused("number-taken", signed, new LoadOrder("", 3, false));
    assertRefused("not-started", signed, new LoadOrder("{greeting: fail}", 0, false));
    assertRefused("not-started", signed, new LoadOrder("port: 7", 0, false));
    assertEquals(List.of(), service("loader").get("services"));
    assertFalse(hello("probe").ok());
  }

  @Test
  void one_jar_is_taken_at_a_time_and_a_sender_who_leaves_makes_room() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.0");
    long before = refusals("broken-off");
    connected(
        "n1",
        pipe -> {
          pipe.send(new UploadHead(2, 1000, "00".repeat(32)).write());
          pipe.flush();
          assertRefused("busy", jar);
          return true;
        });

    Reply reply = load(jar, LoadOrder.plain());
    while (!reply.ok() && reply.message().startsWith("busy")) {
      reply = load(jar, LoadOrder.plain()); // the reset is still on its way
    }
    assertTrue(reply.ok(), reply::message);
    assertEquals(before + 1, refusals("broken-off"));
    unload("probe");
  }

  @Test
  void who_speaks_another_language_is_refused() throws Exception {
    for (byte[] head : List.of(new byte[1], new byte[41], new byte[1000])) {
      long before = refusals("malformed");
      byte[] answer =
          connected(
              "n1",
              pipe -> {
                pipe.send(ByteBuffer.wrap(head));
                pipe.flush();
                ByteBuffer message = pipe.receive();
                assertNotNull(message, pipe::closeReason);
                byte[] bytes = new byte[message.remaining()];
                message.get(bytes);
                return bytes;
              });
      assertEquals(1, answer[0]);
      assertEquals(before + 1, refusals("malformed"));
    }
  }
}
