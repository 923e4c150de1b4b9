// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.model.code.Modules;
import rani.model.jar.JarSigner;
import rani.model.jar.Jars;
import rani.model.jar.OperatorSecret;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;
import rani.testbed.loader.JarUpload;
import rani.testbed.loader.LoaderClient;
import rani.testbed.transfer.MessagePipe;
import rani.wire.Address;
import rani.world.Reply;

/** Modules in WebAssembly that come into live nodes, each with a policy of its own. */
@Isolated("its live nodes are judged by the clock")
class CodeLoadTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final LoadRequest PLAIN = new LoadRequest("", 0, false, false);

  @TempDir private static Path folder;
  private static Lab lab;

  @BeforeAll
  static void start() throws Exception {
    Files.write(
        folder.resolve("filed.wasm"),
        Modules.of(Modules.TALKERS.replace("talkers", "filed").replace("40001", "40002")));
    Path file = folder.resolve("net.yaml");
    Files.writeString(
        file,
        """
        topology: %s
        modules: {filed: filed.wasm}
        nodes:
          n1: {services: {filed: {}}}
          n2: {}
          n3: {code: any-sandboxed}
          n4: {code: none}
        links: {n1 -- n2: {hello: 500ms}, n2 -- n3: {hello: 500ms}, n3 -- n4: {hello: 500ms}}
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

  private static byte[] signed(byte[] module) throws Exception {
    return JarSigner.sign(
        module,
        SECRET,
        new JarSigner.Terms(
            Jars.NETWORK, null, Instant.now().minusSeconds(60), Instant.now().plusSeconds(600)));
  }

  private static Reply load(String node, byte[] what, LoadRequest order) throws Exception {
    JarUpload shipment = new JarUpload(order, what);
    int from = lab.topology().node("n1").orElseThrow().virtualAddress();
    int to = lab.topology().node(node).orElseThrow().virtualAddress();
    Reply ordered = LoaderClient.order(lab, node, from, shipment);
    LoaderCommand.Placed placed = LoaderClient.placed(node, ordered);
    List<String> target = List.of(Address.text(to), "" + LoaderLimits.PORT);
    Reply dial = lab.tell("n1", "gateway", "dial", target);
    assertTrue(dial.ok(), dial::message);
    SequencedMap<String, Object> way = dial.facts().byKey();
    try (MessagePipe pipe = MessagePipe.to("" + way.get("socket"), "" + way.get("key"))) {
      assertTrue(pipe.awaitOpen(), pipe::closeReason);
      return shipment.send(pipe, placed.ticket());
    } finally {
      lab.tell("n1", "gateway", "release", List.of("" + way.get("id")));
    }
  }

  private static SequencedMap<String, Object> loaded(String node, byte[] what, LoadRequest order)
      throws Exception {
    Reply reply = load(node, what, order);
    assertTrue(reply.ok(), reply::message);
    return reply.facts().byKey();
  }

  private static String refused(String node, byte[] what) throws Exception {
    Reply reply = load(node, what, PLAIN);
    assertFalse(reply.ok(), "it was loaded");
    return reply.message();
  }

  private static void unload(String node, String service) throws Exception {
    Reply reply = LoaderClient.unload(lab, node, service);
    assertTrue(reply.ok(), reply::message);
    assertEquals("", reply.facts().byKey().get("left"));
  }

  @Test
  void a_module_of_the_file_runs_live() throws Exception {
    assertTrue(lab.show("n1", StatusQuery.SERVICES).byKey().get("filed") instanceof Map<?, ?>);
  }

  @Test
  void a_signed_module_is_loaded_replaced_and_unloaded_as_a_jar_is() throws Exception {
    SequencedMap<String, Object> first = loaded("n2", signed(Modules.talkers("1.0.0")), PLAIN);
    assertEquals("talkers", first.get("name"));
    assertEquals("1.0.0", first.get("version"));
    assertEquals(SECRET.key().id(), first.get("key"));
    assertTrue(
        String.valueOf(LoaderClient.manual(lab, "n2", "talkers").facts().byKey().get("manual"))
            .contains("How many flows it keeps"));

    SequencedMap<String, Object> second =
        loaded("n2", signed(Modules.talkers("2.0.0")), new LoadRequest("keep: 3", 0, true, false));
    assertEquals("1.0.0", second.get("replaced"));
    assertTrue(refused("n2", signed(Modules.talkers("1.0.0"))).startsWith("older-version: "));
    unload("n2", "talkers");
    assertFalse(lab.tell("n2", "talkers", "hello", List.of()).ok());
  }

  @Test
  void the_nodes_code_says_what_it_takes() throws Exception {
    byte[] module = Modules.talkers("1.0.0");
    assertEquals(
        "unsigned: node n2 takes signed code alone; `rani operator sign` signs the module, or give"
            + " the node `code: any-sandboxed`",
        refused("n2", module));
    assertEquals("unsigned", loaded("n3", module, PLAIN).get("key"));
    unload("n3", "talkers");
    for (byte[] what : List.of(module, signed(module), Jars.signed(SECRET, "1.0"))) {
      assertEquals(
          "not-allowed: node n4 runs nothing that comes from outside: its `code` is `none`",
          refused("n4", what));
    }
  }

  @Test
  void what_is_wrong_with_a_module_is_said() throws Exception {
    byte[] cut = Arrays.copyOf(Modules.talkers("1.0.0"), 9);
    assertTrue(refused("n3", cut).startsWith("not-loadable: "));
    assertEquals(
        "name-taken: service `filed` is a module of this network's file; name yours otherwise",
        refused("n3", Modules.of(Modules.TALKERS.replace("talkers", "filed"))));
    Reply options =
        load("n3", Modules.talkers("1.0.0"), new LoadRequest("keep: 0", 0, false, true));
    assertTrue(options.message().startsWith("bad-options: "), options::message);
  }
}
