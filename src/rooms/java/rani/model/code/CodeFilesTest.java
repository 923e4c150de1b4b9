// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.jar.JarSigner;
import rani.model.jar.Jars;
import rani.model.jar.OperatorSecret;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyText;
import rani.node.NodeConfig;
import rani.wasm.capsule.CodePolicy;
import rani.wasm.capsule.FetchedProvider;

/** Files of modules, and what a topology makes of them. */
class CodeFilesTest {
  @TempDir private Path folder;

  private static final String MENU =
      "nodes: {n1: {services: {talkers: {keep: 7}}}, n2: {services: {talkers: {}}}}\n";

  private Topology load(String modules, String more) throws IOException, FileError {
    String text = "topology: t\nmodules: " + modules + "\n" + more;
    return TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
  }

  private String refusal(String modules, String more) {
    FileError error = assertThrows(FileError.class, () -> load(modules, more));
    return error.problems().getFirst().toString().replace(folder + "/", "");
  }

  private static NetworkModule module(Topology topology) {
    return Objects.requireNonNull(topology.modules().get("talkers"));
  }

  private static NetworkCode code(Topology topology) {
    return Objects.requireNonNull(module(topology).code());
  }

  private void write(String file, byte[] bytes) throws IOException {
    Files.write(folder.resolve(file), bytes);
  }

  /** The same module with a custom section that makes it that long. */
  private static byte[] longer(byte[] small, int length) {
    byte[] large = Arrays.copyOf(small, length);
    large[small.length] = 0; // a custom section, which holds the rest
    int rest = large.length - small.length - 4;
    large[small.length + 1] = (byte) (rest & 0x7F | 0x80);
    large[small.length + 2] = (byte) (rest >> 7 & 0x7F | 0x80);
    large[small.length + 3] = (byte) (rest >> 14);
    large[small.length + 4] = 0; // its name is empty
    return large;
  }

  @Test
  void aTopologyHoldsTheModulesOfItsFiles() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: talkers.wasm}", MENU);
    NetworkCode code = code(read);
    assertArrayEquals(Modules.of(Modules.TALKERS), code.bytes());

    Files.delete(folder.resolve("talkers.wasm"));
    Topology again = TopologyFile.load("printed", TopologyText.print(read));
    assertEquals(read, again);
    assertSame(code.code(), code(again).code(), "checked once");
  }

  @Test
  void aLargeModuleIsReadBackFromAFile() throws Exception {
    byte[] large = longer(Modules.of(Modules.TALKERS), 200_000);
    write("talkers.wasm", large);
    Topology read = load("{talkers: talkers.wasm}", MENU);
    Path file = Files.writeString(folder.resolve("again.yaml"), TopologyText.print(read));
    assertEquals(read, TopologyFile.load(file));
    assertArrayEquals(large, code(TopologyFile.load(file)).bytes());
  }

  @Test
  void aModuleIsOnTheMenusOfItsNodesAlone() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: talkers.wasm}", MENU + "links: {n1 -- n2: {}}\n");
    for (NodeConfig node : new NodeConfigs(read, ServiceCatalog.installed(), RunKey.NONE).all()) {
      assertEquals(
          List.of("talkers"), node.menu().stream().map(entry -> entry.provider().name()).toList());
      assertSame(code(read).provider(), node.menu().getFirst().provider());
    }
  }

  @Test
  void optionsOfAModuleAreChecked() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    assertEquals(
        "t.yaml:3:35: unknown key `kept`",
        refusal("{talkers: talkers.wasm}", MENU.replace("keep", "kept")).split(";")[0]);
    assertEquals(
        "t.yaml:3:41: `keep`: `101` is outside 1…100",
        refusal("{talkers: talkers.wasm}", MENU.replace("7", "101")));
    assertEquals(
        "t.yaml:3:25: unknown service `talker`; did you mean `talkers`?",
        refusal("{talkers: talkers.wasm}", "nodes: {n1: {services: {talker: {}}}}\n"));
  }

  @Test
  void whatIsNoModuleIsRefusedWithFileAndLine() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    write("talkers.wat", Jars.bytes("(module)"));
    assertEquals(
        "t.yaml:2:20: module `talkers`: `talker.wasm`: no such file; did you mean"
            + " `talkers.wasm`?",
        refusal("{talkers: talker.wasm}", MENU));
    assertEquals(
        "t.yaml:2:20: module `talkers`: `talkers.wat`: this is no WebAssembly module; this is text;"
            + " `wat2wasm talkers.wat` makes a module of it",
        refusal("{talkers: talkers.wat}", MENU));
    assertEquals(
        "t.yaml:2:11: module `counter` calls itself `talkers`; write `talkers:` here and on"
            + " menus",
        refusal("{counter: talkers.wasm}", "nodes: {n1: {}}\n"));
    assertEquals(
        "t.yaml:2:11: module `talkers` is the name of a file",
        refusal("{talkers: {file: {of: talkers.wasm}}}", "nodes: {n1: {}}\n"));
    write("large.wasm", new byte[CodeFiles.FILE_BYTES_MAX + 1]);
    assertTrue(refusal("{talkers: large.wasm}", MENU).contains("too large"));
  }

  /** Each is within its own limit; what is saved of both could not be read again. */
  @Test
  void tracesAndModulesTogetherFitIntoAFile() throws Exception {
    SequencedMap<String, String> modules = new LinkedHashMap<>();
    for (int k = 0; k < 5; k++) {
      String name = "talkers-" + k;
      String module = Modules.TALKERS.replace("talkers", name).replace("40001", "4100" + k);
      write(name + ".wasm", longer(Modules.of(module), 250_000));
      modules.put(name, name + ".wasm");
    }
    StringBuilder file = new StringBuilder();
    Random gaps = new Random(1);
    for (int millis = 0, k = 0; k < 1_400_000; millis += gaps.nextInt(10), k++) {
      file.append(millis).append('\n');
    }
    write("opportunities", Jars.bytes(file.toString()));
    String links = "nodes: {n1: {}, n2: {}}\nlinks: {n1 -- n2: {rate: {trace: opportunities}}}\n";
    Topology alone = load("{}", links);
    assertEquals(alone, TopologyFile.load("printed", TopologyText.print(alone)));
    String why = refusal(modules.toString().replace('=', ':').replace(":", ": "), links);
    assertTrue(
        why.matches(
            "t\\.yaml:2:1: with its traces and modules this topology has [45][0-9]{6} bytes as it"
                + " is saved, at most "
                + TopologyFile.SAVED_BYTES_MAX
                + "; shorten the traces, or strip the modules"),
        why);
  }

  @Test
  void namesAndNumbersOfServicesAreNotTaken() throws Exception {
    write("a.wasm", Modules.of(Modules.TALKERS.replace("talkers", "echo")));
    write("b.wasm", Modules.of(Modules.TALKERS.replace("40001", "3")));
    write("c.wasm", Modules.of(Modules.TALKERS));
    write("d.wasm", Modules.of(Modules.TALKERS.replace("talkers", "other")));
    write("e.wasm", Modules.of(Modules.TALKERS.replace("talkers", "loader")));
    String nodes = "nodes: {n1: {}}\n";
    assertEquals(
        "t.yaml:2:11: module `echo`: service `echo` comes with rani; name yours otherwise",
        refusal("{echo: a.wasm}", nodes));
    assertEquals(
        "t.yaml:2:11: module `talkers`: number 3 is that of service `echo`, which comes with rani",
        refusal("{talkers: b.wasm}", nodes));
    assertEquals(
        "t.yaml:2:29: module `other`: number 40001 is that of service `talkers`, which is another"
            + " module of this file",
        refusal("{talkers: c.wasm,  other: d.wasm}", nodes));
    assertTrue(refusal("{loader: e.wasm}", nodes).contains("is part of every node"));
  }

  @Test
  void aSignedModuleNeedsAnOperatorOfTheFile() throws Exception {
    OperatorSecret secret = OperatorSecret.generate();
    byte[] module = Modules.of(Modules.TALKERS);
    byte[] signed = JarSigner.sign(module, secret, Jars.terms(null));
    write("talkers.wasm", signed);
    Topology read =
        load("{talkers: talkers.wasm}", "operators: [" + secret.key().text() + "]\n" + MENU);
    NetworkCode code = code(read);
    assertTrue(code.isSigned());
    assertArrayEquals(signed, code.bytes());
    assertArrayEquals(module, code.code().bytes());
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
    assertTrue(refusal("{talkers: talkers.wasm}", MENU).contains("has no operators"));
  }

  private static final String FETCHED =
      """
      nodes:
        n1: {services: {capsule: {}}}
        n2: {services: {capsule: {}, talkers: {keep: 7, start: on-packet}}}
      links: {n1 -- n2: {}}
      """;
  private static final String HASH = "0123456789abcdef".repeat(4);

  @Test
  void aModuleMayBeAtSomeNodesAlone() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: {file: talkers.wasm, at: n1}}", FETCHED);
    assertEquals(List.of("n1"), module(read).at());
    Topology again = TopologyFile.load("printed", TopologyText.print(read));
    assertEquals(read, again);
    NodeConfig n2 = new NodeConfigs(read, ServiceCatalog.installed(), RunKey.NONE).of("n2");
    FetchedProvider fetched = (FetchedProvider) n2.menu().getLast().provider();
    assertEquals(code(read).sha256(), fetched.hash().hex());
    assertEquals(NodeConfig.Beginning.ON_PACKET, n2.menu().getLast().beginning());
    Topology some = load("{talkers: {file: talkers.wasm, at: [n1..n2]}}", FETCHED);
    assertSame(
        code(some).provider(),
        new NodeConfigs(some, ServiceCatalog.installed(), RunKey.NONE)
            .of("n2")
            .menu()
            .getLast()
            .provider());
  }

  @Test
  void aNodeThatHadAModuleMayGo() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: {file: talkers.wasm, at: n1}}", FETCHED);
    Topology rest = read.withNodes(List.of(read.nodes().getLast())).withLinks(List.of());
    Topology again = TopologyFile.load("printed", TopologyText.print(rest));
    assertEquals(List.of(), module(again).at());
    assertFalse(module(again).isAt("n2"));
  }

  @Test
  void aModuleMayBeAHashAlone() throws Exception {
    String hash = "{talkers: {sha256: " + HASH + ", number: 40001}}";
    Topology read = load(hash, FETCHED.replace("keep", "what-it-may-be"));
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
    assertEquals(40_001, module(read).number());
    assertFalse(module(read).isAt("n1"));
  }

  @Test
  void whatIsFetchedHasOptionsOfItsModuleIfTheFileHasIt() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    String module = "{talkers: {file: talkers.wasm, at: n1}}";
    assertEquals(
        "t.yaml:5:48: `keep`: `101` is outside 1…100",
        refusal(module, FETCHED.replace("7", "101")));
    assertEquals(
        "t.yaml:5:42: unknown key `kept`",
        refusal(module, FETCHED.replace("keep", "kept")).split(";")[0]);
  }

  @Test
  void whatIsFetchedStartsOnAPacketBesideTheServiceOfCapsules() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    for (String module :
        List.of(
            "{talkers: {file: talkers.wasm, at: n1}}",
            "{talkers: {sha256: " + HASH + ", number: 40001}}")) {
      assertEquals(
          "t.yaml:5:32: node `n2` does not have the code of `talkers`; add `start: on-packet`, so"
              + " that a packet has it fetched",
          refusal(module, FETCHED.replace(", start: on-packet", "")));
      assertEquals(
          "t.yaml:5:19: service `talkers` of node `n2` needs `capsule` on the same menu; add"
              + " `capsule: {}`",
          refusal(module, FETCHED.replace("{capsule: {}, ", "{")));
    }
    assertEquals(
        "t.yaml:5:36: `holds`: no module `talkers`; the file has none for this node",
        refusal(
            "{talkers: {file: talkers.wasm, at: n1}}",
            FETCHED.replace("capsule: {}, ", "capsule: {holds: talkers}, ")));
  }

  @Test
  void aModuleHasAFileOrAHashAndANumber() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    String nodes = "nodes: {n1: {}}\n";
    String either = "t.yaml:2:11: module `talkers` has a `file`, or ";
    for (String both :
        List.of("file: talkers.wasm, sha256: " + HASH, "at: n1, number: 40001, sha256: " + HASH)) {
      String why = refusal("{talkers: {" + both + "}}", nodes);
      assertTrue(why.startsWith(either + "`sha256` and `number` alone;"), why);
    }
    for (String half : List.of("number: 40001", "sha256: " + HASH, "")) {
      assertEquals(
          either + "both `sha256` and `number`", refusal("{talkers: {" + half + "}}", nodes));
    }
    assertEquals(
        "t.yaml:2:29: `sha256`: `0123` is not 64 hexadecimal digits; `sha256sum FILE` prints them",
        refusal("{talkers: {sha256: '0123', number: 40001}}", nodes));
    assertEquals(
        "t.yaml:2:45: unknown node `n2`; did you mean `n1`?",
        refusal("{talkers: {file: talkers.wasm, at: n2}}", nodes));
    assertTrue(
        refusal("{talkers: {sha256: " + HASH + ", number: 3}}", nodes)
            .contains("number 3 is that of service `echo`"));
    assertTrue(
        refusal("{echo: {sha256: " + HASH + ", number: 40001}}", nodes)
            .contains("service `echo` comes with rani"));
    assertTrue(
        refusal("{talkers: {sha256: " + HASH + ", number: 65000}}", nodes)
            .contains("is outside 1…64999"));
  }

  @Test
  void anOperationStartsWhatIsFetched() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: {file: talkers.wasm, at: n1}}", FETCHED);
    OperationReader reader = new OperationReader(read, ServiceCatalog.installed());
    assertEquals(
        1,
        reader.actions("{node: n2, start: {talkers: {keep: 3, start: on-packet}}}", "n2").size());
    FileError error =
        assertThrows(
            FileError.class, () -> reader.actions("{node: n2, start: {talkers: {}}}", "n2"));
    assertTrue(error.getMessage().contains("add `start: on-packet`"), error::getMessage);
  }

  @Test
  void anOperationStartsAModule() throws Exception {
    write("talkers.wasm", Modules.of(Modules.TALKERS));
    Topology read = load("{talkers: talkers.wasm}", "nodes: {n1: {}}\n");
    OperationReader reader = new OperationReader(read, ServiceCatalog.installed());
    assertEquals(1, reader.actions("{node: n1, start: {talkers: {keep: 3}}}", "n1").size());
    assertThrows(
        FileError.class, () -> reader.actions("{node: n1, start: {talkers: {keep: 0}}}", "n1"));
  }

  @Test
  void whatOutsideCodeANodeRunsIsALayersKey() throws Exception {
    String text =
        """
        topology: t
        defaults: {node: {code: any-sandboxed}}
        groups: {core: {code: none}}
        nodes: {n1: {}, n2: {group: core}, n3: {code: signed}}
        """;
    Topology read = TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
    assertEquals(
        List.of(CodePolicy.ANY_SANDBOXED, CodePolicy.NONE, CodePolicy.SIGNED),
        read.nodes().stream().map(node -> node.code()).toList());
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
    Topology usual = TopologyFile.load("t", "topology: t\nnodes: {n1: {}}\n");
    assertEquals(CodePolicy.SIGNED, usual.nodes().getFirst().code());
    assertTrue(usual.modules().isEmpty());
    FileError error =
        assertThrows(
            FileError.class,
            () -> TopologyFile.load("t", "topology: t\nnodes: {n1: {code: any}}\n"));
    assertTrue(error.getMessage().contains("any-sandboxed"), error::getMessage);
  }
}
