// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static java.util.Objects.requireNonNull;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.example.probe.Probe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.ground.LabFailure;
import rani.model.jar.JarSigner;
import rani.model.jar.Jars;
import rani.model.jar.OperatorSecret;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;
import rani.testbed.loader.JarUpload;
import rani.testbed.loader.LoaderClient;
import rani.testbed.transfer.MessagePipe;
import rani.world.Reply;

/** Services that come into a live network of two nodes, by RDP from the one to the other. */
@Isolated("its live nodes are judged by the clock")
class LoaderTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final LoadRequest PLAIN = new LoadRequest("", 0, false, true);
  private static final int N1 = 0x0A000001;
  private static final int N2 = 0x0A000002;
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

  private static Reply dial(String from) throws Exception {
    Reply dial = lab.tell(from, "gateway", "dial", List.of("10.0.0.2", "" + LoaderLimits.PORT));
    assertTrue(dial.ok(), dial::message);
    return dial;
  }

  private static MessagePipe pipe(Reply dial) throws Exception {
    return MessagePipe.to(
        "" + dial.facts().byKey().get("socket"), "" + dial.facts().byKey().get("key"));
  }

  private static void release(String from, Reply dial) throws Exception {
    lab.tell(from, "gateway", "release", List.of("" + dial.facts().byKey().get("id")));
  }

  /** A connection from a node to the loader of n2. */
  private static <T> T connected(String from, Talk<T> talk) throws Exception {
    Reply dial = dial(from);
    try (MessagePipe pipe = pipe(dial)) {
      assertTrue(pipe.awaitOpen(), pipe::closeReason);
      return talk.over(pipe);
    } finally {
      release(from, dial);
    }
  }

  /** An order of an operator to whom any version is right. */
  private static LoadRequest order(String options, int number, boolean replace) {
    return new LoadRequest(options, number, replace, true);
  }

  private static LoaderCommand.Placed placed(int from, byte[] jar) throws Exception {
    return placed(LoaderClient.order(lab, "n2", from, new JarUpload(PLAIN, jar)));
  }

  private static LoaderCommand.Placed placed(Reply ordered) throws LabFailure {
    assertTrue(ordered.ok(), ordered::message);
    return LoaderClient.placed("n2", ordered);
  }

  private static Reply load(byte[] jar, LoadRequest order) throws Exception {
    return load("n1", N1, jar, order);
  }

  private static Reply load(String from, int address, byte[] jar, LoadRequest order)
      throws Exception {
    JarUpload shipment = new JarUpload(order, jar);
    LoaderCommand.Placed placed = placed(LoaderClient.order(lab, "n2", address, shipment));
    Reply reply = connected(from, pipe -> shipment.send(pipe, placed.ticket()));
    Reply outcome = LoaderClient.outcome(lab, "n2", placed.id()).orElseThrow();
    assertEquals(reply.ok(), outcome.ok());
    assertEquals(reply.message(), outcome.message());
    return reply;
  }

  private static SequencedMap<String, Object> loaded(String version, LoadRequest order)
      throws Exception {
    Reply reply = load(Jars.signed(SECRET, version), order);
    assertTrue(reply.ok(), reply::message);
    return reply.facts().byKey();
  }

  private static void assertRefused(String reason, byte[] jar) throws Exception {
    assertRefused(reason, jar, PLAIN);
  }

  private static void assertRefused(String reason, byte[] jar, LoadRequest order) throws Exception {
    long before = refusals(reason);
    Reply reply = load(jar, order);
    assertFalse(reply.ok(), reason);
    assertTrue(reply.message().startsWith(reason + ": "), reply::message);
    assertEquals(before + 1, refusals(reason));
  }

  private static Map<?, ?> service(String name) throws Exception {
    Object facts = lab.show("n2", StatusQuery.SERVICES).byKey().get(name);
    return facts instanceof Map<?, ?> map ? map : Map.of();
  }

  private static int number(SequencedMap<String, Object> facts) {
    return facts.get("number") instanceof Number number ? number.intValue() : -1;
  }

  private static long refusals(String reason) throws Exception {
    return count("refused", reason);
  }

  private static Object uploads() throws Exception {
    return requireNonNull(service("loader").get("uploads"));
  }

  private static long count(String fact, String key) throws Exception {
    return service("loader").get(fact) instanceof Map<?, ?> counts
            && counts.get(key) instanceof Long count
        ? count
        : 0;
  }

  private static Reply hello(String service) throws Exception {
    return lab.tell("n2", service, "hello", List.of());
  }

  private static void unload(String service) throws Exception {
    assertEquals("", left(service));
  }

  /** Unloads a service; what it is said to have left. */
  private static Object left(String service) throws Exception {
    Reply reply = LoaderClient.unload(lab, "n2", service);
    assertTrue(reply.ok(), reply::message);
    return reply.facts().byKey().getOrDefault("left", "nothing is said");
  }

  @Test
  void a_signed_service_is_loaded_over_the_network_and_says_where_it_is_from() throws Exception {
    SequencedMap<String, Object> facts = loaded("1.0", order("greeting: good day", 0, false));

    assertEquals("probe", facts.get("name"));
    assertEquals(4711, number(facts));
    assertEquals("1.0", facts.get("version"));
    assertEquals(SECRET.key().id(), facts.get("key"));
    assertEquals("10.0.0.1", facts.get("from"));
    assertEquals("good day", hello("probe").facts().byKey().get("greeting"));
    Map<?, ?> shown = service("probe");
    assertEquals("1.0", shown.get("version"));
    assertEquals(facts.get("sha256"), shown.get("sha256"));
    assertEquals("seen 0", shown.get("tally"));
    assertEquals(1, service("loader").get("services") instanceof List<?> list ? list.size() : 0);
    assertEquals(
        """
        probe - greets.

        Options.

        * `greeting` (hello): What it answers.

        * `port` (0): The UDP port it listens on; 0 for none; 0…65535.

        * `threads` (0): How many threads it has; 0…100.
        """,
        LoaderClient.manual(lab, "n2", "probe@1.0").facts().byKey().get("manual"));
    assertEquals(
        "no service `lgc` was loaded here; known: `probe`",
        LoaderClient.manual(lab, "n2", "lgc").message());

    unload("probe");

    assertFalse(hello("probe").ok());
    assertEquals(List.of(), service("loader").get("services"));
  }

  @Test
  void a_node_loads_what_comes_from_itself() throws Exception {
    Reply reply = load("n2", N2, Jars.signed(SECRET, "1.0"), PLAIN);

    assertTrue(reply.ok(), reply::message);
    unload("probe");
  }

  @Test
  void unloading_leaves_neither_classes_nor_threads_nor_ports() throws Exception {
    for (int round = 1; round <= 2; round++) {
      loaded("1.0", order("port: 4000", 0, false));
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
    loaded("1.0", PLAIN);
    SequencedMap<String, Object> second = loaded("2.0", PLAIN);
    SequencedMap<String, Object> third = loaded("3.0", order("", 5000, false));

    assertEquals("probe@2.0", second.get("name"));
    assertEquals(LoaderLimits.SPARE_NUMBER_FIRST, number(second));
    assertEquals(5000, number(third));
    assertEquals("1.0", hello("probe").facts().byKey().get("release"));
    assertEquals("2.0", hello("probe@2.0").facts().byKey().get("release"));
    assertRefused("loaded-already", Jars.signed(SECRET, "2.0"));
    assertRefused("number-taken", Jars.signed(SECRET, "4.0"), order("", 5000, false));

    SequencedMap<String, Object> fourth = loaded("4.0", order("", 0, true));
    assertEquals("probe", fourth.get("name"));
    assertEquals(4711, number(fourth));
    assertEquals("1.0", fourth.get("replaced"));
    assertEquals("4.0", hello("probe").facts().byKey().get("release"));

    assertRefused("not-started", Jars.signed(SECRET, "5.0"), order("greeting: fail", 0, true));
    assertEquals("4.0", hello("probe").facts().byKey().get("release"));
    Reply reply = load(Jars.signed(SECRET, "5.0"), order("greeting: fail", 0, true));
    assertTrue(reply.message().endsWith("; 4.0 was started again in its place"), reply::message);
    assertTrue(count("rolled-back", "restored") >= 2);

    unload("probe@4.0");
    unload("probe@2.0");
    unload("probe@3.0");
    assertEquals(List.of(), service("loader").get("services"));
  }

  @Test
  void what_gave_way_and_does_not_start_again_is_not_said_to_have() throws Exception {
    long lost = count("rolled-back", "lost");
    loaded("1.0", order("greeting: once", 0, false));

    Reply reply = load(Jars.signed(SECRET, "2.0"), order("greeting: fail", 0, true));

    assertFalse(reply.ok());
    assertTrue(reply.message().startsWith("not-started: "), reply::message);
    assertTrue(
        reply.message().contains("; and 1.0, which gave way, did not start again: "),
        reply::message);
    assertFalse(hello("probe").ok());
    assertEquals(List.of(), service("loader").get("services"));
    assertEquals(lost + 1, count("rolled-back", "lost"));
  }

  @Test
  void what_started_again_and_fails_as_it_goes_on_is_said_to_fail() throws Exception {
    loaded("1.0", order("greeting: go-once", 0, false));

    Reply reply = load(Jars.signed(SECRET, "2.0"), order("greeting: fail", 0, true));

    assertTrue(
        reply
            .message()
            .endsWith(
                "; 1.0 was started again in its place, and has failed since:"
                    + " java.lang.IllegalStateException: told to fail as it goes"),
        reply::message);
    assertEquals(1, count("rolled-back", "failing"));
    unload("probe");
  }

  @Test
  void what_has_failed_since_it_started_is_said_to_have() throws Exception {
    loaded("1.0", order("greeting: go-once", 0, false));

    SequencedMap<String, Object> second = loaded("2.0", order("greeting: go-never", 0, true));

    assertEquals("java.lang.IllegalStateException: told to fail as it goes", second.get("failed"));
    unload("probe");
  }

  @Test
  void versions_go_forward_unless_an_operator_says_otherwise() throws Exception {
    byte[] newest = Jars.signed(SECRET, "902.0.0");
    byte[] older = Jars.signed(SECRET, "902.0.0-rc.1");
    LoadRequest forward = new LoadRequest("", 0, false, false);
    LoadRequest instead = new LoadRequest("", 0, true, false);
    Reply reply = load(newest, forward);
    assertTrue(reply.ok(), reply::message);

    assertRefused("older-version", older, instead);
    assertRefused("older-version", older, forward);
    assertTrue(load(newest, instead).ok(), "the same again");
    unload("probe");
    assertRefused("older-version", older, forward);
    assertEquals(
        "older-version: probe 902.0.0-rc.1 is older than 902.0.0, which this node has had in this"
            + " run; `--any-version` takes it all the same",
        load(older, forward).message());

    SequencedMap<String, byte[]> changed = Jars.probe("another");
    byte[] other = JarSigner.sign(Jars.zip(changed), SECRET, Jars.terms("902.0.0+other"));
    assertRefused("same-version", other, forward);

    assertTrue(load(older, PLAIN).ok(), "an operator may go back");
    assertEquals("902.0.0", highest());
    assertRefused("same-version", other, instead);
    assertTrue(load(other, order("", 0, true)).ok(), "an operator may");
    unload("probe");
  }

  private static Object highest() throws Exception {
    return service("loader").get("versions") instanceof Map<?, ?> versions
        ? String.valueOf(versions.get("probe"))
        : "none";
  }

  @Test
  void threads_that_a_service_leaves_are_named_until_they_end() throws Exception {
    loaded("1.0", order("threads: 10", 0, false));
    Set<Thread> threads = threadsOfPool();

    String left = String.valueOf(left("probe"));

    assertTrue(left.startsWith("; probe 1.0 left 10 threads running: pool-"), left);
    assertTrue(left.endsWith(" and 2 more"), left);
    List<?> listed = service("loader").get("left") instanceof List<?> list ? list : List.of();
    Map<?, ?> first = (Map<?, ?>) listed.getFirst();
    assertEquals("probe 1.0", first.get("service"));
    assertEquals(10, first.get("threads"));
    endPool(threads);
    assertEquals(List.of(), service("loader").get("left"));
  }

  @Test
  void threads_that_a_version_leaves_are_named_when_another_takes_its_place() throws Exception {
    loaded("1.0", order("threads: 1", 0, false));
    Set<Thread> threads = threadsOfPool();

    String left = String.valueOf(loaded("2.0", order("", 0, true)).get("left"));

    assertTrue(left.startsWith("; probe 1.0 left 1 thread running: pool-"), left);
    endPool(threads);
    unload("probe");
  }

  @Test
  void threads_of_a_service_that_did_not_start_are_named() throws Exception {
    Reply reply = load(Jars.signed(SECRET, "1.0"), order("{greeting: late, threads: 2}", 0, false));

    assertTrue(reply.message().contains("; probe 1.0 left 2 threads running: "), reply::message);
    endPool(threadsOfPool());
  }

  @Test
  void threads_that_end_with_their_service_are_not_said_to_be_left() throws Exception {
    loaded("1.0", order("{greeting: tidy, threads: 3}", 0, false));

    unload("probe");

    endPool(Set.of());
  }

  private static Set<Thread> threadsOfPool() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("pool-"))
        .filter(thread -> String.valueOf(thread.getContextClassLoader()).contains("JarClassLoader"))
        .collect(Collectors.toSet());
  }

  /** A test that fails leaves none for the next to wait for. */
  @AfterEach
  void endPools() throws InterruptedException {
    endPool(threadsOfPool());
  }

  /** Ends the threads of the probe, and forgets them. */
  private static void endPool(Set<Thread> threads) throws InterruptedException {
    if (System.getProperties().remove(Probe.POOL) instanceof ExecutorService pool) {
      pool.shutdownNow();
    }
    for (Thread each : threads) {
      each.join();
    }
  }

  @Test
  void what_was_stopped_by_its_own_name_is_unloaded_too() throws Exception {
    loaded("1.0", PLAIN);
    lab.operate("{node: n2, stop: probe}");

    unload("probe");

    Reply none = LoaderClient.unload(lab, "n2", "probe");
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
    assertRefused("bad-options", signed, order("greting: hi", 0, false));
    assertRefused("bad-options", signed, order("port: 70000", 0, false));
    assertRefused("number-taken", signed, order("", 3, false));
    assertRefused("not-started", signed, order("{greeting: fail}", 0, false));
    assertRefused("not-started", signed, order("port: 7", 0, false));
    assertEquals(List.of(), service("loader").get("services"));
    assertFalse(hello("probe").ok());
  }

  @Test
  void one_who_calls_without_an_order_finds_the_port_closed() throws Exception {
    long before = refusals("no-order");

    assertFalse(opened("n1"));

    assertEquals(before + 1, refusals("no-order"));
  }

  /** Whether a call from a node to the loader of n2 is taken. */
  private static boolean opened(String from) throws Exception {
    Reply dial = dial(from);
    try (MessagePipe pipe = pipe(dial)) {
      return pipe.awaitOpen();
    } finally {
      release(from, dial);
    }
  }

  @Test
  void those_who_bring_nothing_keep_no_one_from_bringing_a_jar() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.0");
    LoaderCommand.Placed waiting = placed(N1, jar); // else the port were closed to them
    long before = refusals("displaced");
    List<Reply> dials = new ArrayList<>();
    List<MessagePipe> silent = new ArrayList<>();
    for (int i = 0; i < 2 * LoaderLimits.VISITORS_MAX; i++) {
      Reply dial = dial("n1");
      MessagePipe pipe = pipe(dial);
      dials.add(dial);
      silent.add(pipe);
      assertTrue(pipe.awaitOpen(), pipe::closeReason);
    }

    Reply reply = load(jar, PLAIN);

    assertTrue(reply.ok(), reply::message);
    assertEquals(before + LoaderLimits.VISITORS_MAX + 1, refusals("displaced"));
    for (MessagePipe each : silent) {
      each.close();
    }
    for (Reply each : dials) {
      release("n1", each);
    }
    assertTrue(LoaderClient.withdraw(lab, "n2", waiting));
    unload("probe");
  }

  @Test
  void a_ticket_is_of_no_use_to_another_nor_a_second_time() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.0");
    JarUpload shipment = new JarUpload(PLAIN, jar);
    LoaderCommand.Placed order = placed(N1, jar);
    LoaderCommand.Placed other = placed(N2, jar);

    Reply stolen = connected("n2", pipe -> shipment.send(pipe, order.ticket()));
    Reply used = connected("n1", pipe -> shipment.send(pipe, order.ticket()));
    LoaderCommand.Placed third = placed(N1, jar);
    Reply again = connected("n1", pipe -> shipment.send(pipe, order.ticket()));

    assertTrue(stolen.message().startsWith("no-order: "), stolen::message);
    assertTrue(used.ok(), used::message);
    assertTrue(again.message().startsWith("no-order: "), again::message);
    assertTrue(LoaderClient.withdraw(lab, "n2", other));
    assertTrue(LoaderClient.withdraw(lab, "n2", third));
    unload("probe");
  }

  @Test
  void a_jar_that_was_not_ordered_is_refused() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.0");
    LoaderCommand.Placed order = placed(N1, jar);
    byte[] other = jar.clone();
    other[other.length - 1] ^= 1;

    Reply reply = connected("n1", pipe -> new JarUpload(PLAIN, other).send(pipe, order.ticket()));

    assertEquals("malformed: it is not the jar that was ordered", reply.message());
  }

  @Test
  void a_few_jars_are_awaited_at_a_time_and_a_sender_who_leaves_makes_room() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.0");
    long before = refusals("broken-off");
    List<LoaderCommand.Placed> orders = new ArrayList<>();
    for (int i = 0; i < LoaderLimits.ORDERS_MAX; i++) {
      orders.add(placed(N1, jar));
    }
    Reply busy = LoaderClient.order(lab, "n2", N1, new JarUpload(PLAIN, jar));
    assertTrue(busy.message().startsWith("busy: "), busy::message);
    LoaderCommand.Placed first = orders.removeFirst();
    for (LoaderCommand.Placed each : orders) {
      assertTrue(LoaderClient.withdraw(lab, "n2", each));
    }
    Object begun = uploads();
    connected(
        "n1",
        pipe -> {
          pipe.send(new UploadHeader(first.ticket()).write());
          pipe.flush();
          while (uploads().equals(begun)) {
            Thread.onSpinWait(); // a reset would overtake what is on its way
          }
          return true;
        });

    while (LoaderClient.outcome(lab, "n2", first.id()).isEmpty()) {
      Thread.onSpinWait(); // the reset is still on its way
    }

    assertEquals(before + 1, refusals("broken-off"));
    assertFalse(LoaderClient.withdraw(lab, "n2", first));
    assertTrue(load(jar, PLAIN).ok());
    unload("probe");
  }

  @Test
  void who_speaks_another_language_is_refused() throws Exception {
    for (byte[] head : List.of(new byte[1], new byte[17], new byte[41], new byte[1000])) {
      long before = refusals("malformed");
      LoaderCommand.Placed order = placed(N1, new byte[9]);
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
      assertTrue(LoaderClient.withdraw(lab, "n2", order));
    }
  }
}
