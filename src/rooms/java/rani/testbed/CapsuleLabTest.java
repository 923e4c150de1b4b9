// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.Sha256;
import rani.model.code.Modules;
import rani.model.file.FileError;
import rani.model.jar.JarSigner;
import rani.model.jar.OperatorSecret;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.NodeConfig;
import rani.nodehost.conversation.StatusQuery;
import rani.wasm.CodeRefusal;
import rani.wasm.capsule.Capsule;
import rani.wasm.capsule.FetchedProvider;
import rani.world.Reply;

/** Capsules in networks of files, whose nodes run different code from outside. */
class CapsuleLabTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final String NETWORK = "capsules";

  @TempDir private Path folder;

  @BeforeEach
  void write() throws Exception {
    byte[] open = Modules.of(Modules.TALKERS.replace("talkers", "open").replace("40001", "40002"));
    Files.write(folder.resolve("open.wasm"), open);
    Instant past = Instant.parse("2020-01-01T00:00:00Z");
    JarSigner.Terms terms = new JarSigner.Terms(NETWORK, null, past, past.plus(Duration.ofDays(1)));
    Files.write(
        folder.resolve("talkers.wasm"), JarSigner.sign(Modules.talkers("1.0.0"), SECRET, terms));
  }

  private Topology network(String holds) throws Exception {
    String text =
        """
        topology: %s
        modules: {open: open.wasm, talkers: talkers.wasm}
        operators: [%s]
        defaults: {link: {delay: 5ms}, node: {services: {capsule: {}}}}
        nodes:
          n1: {services: {capsule: {holds: [%s]}}}
          n2: {code: any-sandboxed}
          n3: {}
          n4: {code: none}
        links: {n1 -- n2: {}, n2 -- n3: {}, n3 -- n4: {}}
        """
            .formatted(NETWORK, SECRET.key().text(), holds);
    return TopologyFile.load(Files.writeString(folder.resolve("net.yaml"), text));
  }

  private static Object fact(Lab lab, String node, String fact) throws Exception {
    var service = lab.show(node, StatusQuery.SERVICES).services().get(Capsule.NAME);
    return requireNonNull(requireNonNull(service).byKey().get(fact), fact);
  }

  private static List<Object> facts(Lab lab, String fact) throws Exception {
    return List.of(
        fact(lab, "n1", fact), fact(lab, "n2", fact), fact(lab, "n3", fact), fact(lab, "n4", fact));
  }

  @Test
  void codeRunsWhereTheNodesCodePermitsIt() throws Exception {
    try (Lab lab = Lab.virtual(network("open, talkers"), 1)) {
      lab.start();
      lab.go();
      assertEquals(List.of("signed", "any-sandboxed", "signed", "none"), facts(lab, "policy"));
      Reply sent = lab.tell("n1", Capsule.NAME, "send", List.of("open", "n4"));
      assertTrue(sent.ok(), sent::message);
      lab.runFor(Duration.ofSeconds(2));
      assertEquals(List.of(0, 1, 0, 0), facts(lab, "running"), "unsigned");

      assertTrue(lab.tell("n1", Capsule.NAME, "send", List.of("talkers", "n4")).ok());
      lab.runFor(Duration.ofSeconds(2));
      assertEquals(List.of(0, 2, 1, 0), facts(lab, "running"), "signed, and dates do not count");
    }
  }

  @Test
  void capsulesOfALiveNetworkHaveTheirCodePreparedBesideTheNode() throws Exception {
    try (Lab lab = Lab.live(network("open, talkers"), 1)) {
      lab.start();
      lab.go();
      assertTrue(lab.tell("n1", Capsule.NAME, "send", List.of("open", "n4")).ok());
      await(lab, "n2", "running", 1);
      assertTrue(lab.tell("n1", Capsule.NAME, "send", List.of("talkers", "n4")).ok());
      await(lab, "n2", "refused", Map.of("refused", 1L));
      assertEquals(List.of(0, 1, 0, 0), facts(lab, "running"), "signed for another time");
    }
  }

  /** It has the date and the thread of a live node, which only that refuses, and beside itself. */
  @Test
  void aServiceThatAnOperatorStartsPreparesCodeBesideTheNodeToo() throws Exception {
    try (Lab lab = Lab.live(network("open, talkers"), 1)) {
      lab.start();
      lab.go();
      operate(lab, "{node: n2, stop: capsule}");
      operate(lab, "{node: n2, start: {capsule: {}}}");
      assertTrue(lab.tell("n1", Capsule.NAME, "send", List.of("talkers", "n4")).ok());
      await(lab, "n2", "refused", Map.of("refused", 1L));
      assertEquals(0, fact(lab, "n2", "running"), "signed for another time");
    }
  }

  private static void operate(Lab lab, String entry) throws Exception {
    lab.operate(entry).values().forEach(reply -> assertTrue(reply.ok(), reply::message));
  }

  private static void await(Lab lab, String node, String fact, Object wanted) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!wanted.equals(fact(lab, node, fact))) {
      assertTrue(System.nanoTime() < deadline, "there is " + fact(lab, node, fact));
      lab.runFor(Duration.ofMillis(20));
    }
  }

  /** A network in which n1 alone has the module of a service that the others have on the menu. */
  private Topology fetching(String module, String options) throws Exception {
    String text =
        """
        topology: %s
        modules: {talkers: %s}
        operators: [%s]
        defaults: {link: {delay: 5ms}, node: {services: {capsule: {}}}}
        groups: {fetching: {code: none, services: {talkers: {%s start: on-packet}}}}
        nodes: {n1: {}, n2: {group: fetching}, n3: {group: fetching}, n4: {group: fetching}}
        links: {n1 -- n2: {}, n2 -- n3: {}, n3 -- n4: {}}
        """
            .formatted(NETWORK, module, SECRET.key().text(), options);
    return TopologyFile.load(Files.writeString(folder.resolve("net.yaml"), text));
  }

  private static @Nullable Object shown(Lab lab, String node) throws Exception {
    var service = lab.show(node, StatusQuery.SERVICES).services().get("talkers");
    return requireNonNull(service).byKey().get("packets-shown");
  }

  @Test
  void aServiceIsFetchedByItsHashInVirtualTime() throws Exception {
    try (Lab lab = Lab.virtual(fetching("{file: talkers.wasm, at: n1}", "keep: 9,"), 1)) {
      lab.start();
      lab.go();
      operate(lab, "{node: n1, inject: {to: n4, service: talkers, count: 5, gap: 1ms}}");
      lab.runFor(Duration.ofSeconds(2));
      for (String node : List.of("n2", "n3", "n4")) {
        assertEquals(5L, shown(lab, node), node);
        assertEquals(1L, fact(lab, node, "fetched"), "an envelope, whose dates do not count");
      }
      assertEquals(
          "capsule, from 10.0.0.1", lab.show("n2", StatusQuery.CODE).codes().getFirst().origin());
    }
  }

  @Test
  void codeOfAServiceThatPacketsOnlyPassIsDormant() throws Exception {
    byte[] module = Modules.of(Modules.TALKERS.replace("reach every-hop", "reach destination"));
    Files.write(folder.resolve("ends.wasm"), module);
    try (Lab lab = Lab.virtual(fetching("{file: ends.wasm, at: n1}", ""), 1)) {
      lab.start();
      lab.go();
      operate(lab, "{node: n1, inject: {to: n3, service: talkers}}");
      lab.runFor(Duration.ofSeconds(2));
      assertEquals("dormant", lab.show("n2", StatusQuery.CODE).codes().getFirst().state());
      assertEquals("running", lab.show("n3", StatusQuery.CODE).codes().getFirst().state());
      assertEquals(1L, shown(lab, "n3"));
    }
  }

  @Test
  void aServiceIsFetchedByItsHashLive() throws Exception {
    try (Lab lab = Lab.live(fetching("{file: talkers.wasm, at: n1}", "keep: 9,"), 1)) {
      lab.start();
      lab.go();
      operate(lab, "{node: n1, inject: {to: n4, service: talkers, count: 5, gap: 1ms}}");
      await(lab, "n4", "fetched", 1L);
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!Long.valueOf(5).equals(shown(lab, "n4"))) {
        assertTrue(System.nanoTime() < deadline, "n4 was shown " + shown(lab, "n4"));
        lab.runFor(Duration.ofMillis(20));
      }
      assertEquals(5L, shown(lab, "n2"));
      assertEquals(5L, shown(lab, "n3"));
    }
  }

  /** What only its description can say is found out when the code has come. */
  @Test
  void codeThatDoesNotFitTheFileIsRefusedWhenItComes() throws Exception {
    byte[] code = Files.readAllBytes(folder.resolve("open.wasm"));
    String hash = Sha256.hex(code);
    for (String wrong : List.of("40002", "40003")) {
      Topology there =
          TopologyFile.load(
              Files.writeString(
                  folder.resolve("net.yaml"),
                  """
                  topology: t
                  modules:
                    open: {sha256: %s, number: %s}
                  defaults: {node: {services: {capsule: {}}}}
                  nodes:
                    n1: {code: any-sandboxed}
                    n2:
                      services:
                        open:
                          kept: 3
                          start: on-packet
                  links: {n1 -- n2: {}}
                  """
                      .formatted(hash, wrong)));
      NodeConfig n2 = new NodeConfigs(there, ServiceCatalog.installed(), RunKey.NONE).of("n2");
      FetchedProvider open = (FetchedProvider) n2.menu().getLast().provider();
      CodeRefusal refusal = assertThrows(CodeRefusal.class, () -> open.verified(code));
      String why = String.valueOf(refusal.getMessage()).replace(folder + "/", "");
      assertEquals(
          wrong.equals("40003")
              ? "it calls itself `open`, number 40002, and the file says `open`, number 40003"
              : "net.yaml:10:9: unknown key `kept`; known: `keep`, `fuel`, `fuel-rate`, `memory`,"
                  + " `start`, `idle-stop`",
          why);
    }
  }

  @Test
  void whatIsNotInTheFileCannotBeHeld() {
    FileError error = assertThrows(FileError.class, () -> network("talker"));
    assertTrue(error.getMessage().contains("talkers"), error::getMessage);
    assertFalse(error.getMessage().contains("Exception"), error::getMessage);
  }
}
