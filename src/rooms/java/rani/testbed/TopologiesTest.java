// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.json.JsonObject;
import rani.model.foreign.Import;
import rani.model.foreign.ImportRules;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyNode;
import rani.node.Command;
import rani.nodehost.conversation.NodeView;
import rani.parts.RealPart;
import rani.world.NodeTrace;
import rani.world.Reply;

/**
 * Networks of the Topology Zoo and SNDlib, as TopoHub has them and as networkx writes them, import
 * alike, and every node pings every other in virtual time. {@code topologies.py} says by networkx
 * which pairs are joined and how long a round trip takes. {@code .ci/topologies} tries all.
 */
class TopologiesTest {
  private static final boolean ALL = Boolean.getBoolean("rani.topologies");
  private static final Path PROGRAM = Path.of("resources", "topologies", "topologies.py");
  private static final String ROW = "%-32s %5s %5s %6s %10s %8s %9s %8s %7s%n";

  /** Small ones, with what is special of some: parts that nothing joins, names to be mended. */
  private static final List<String> SAMPLE =
      List.of(
          "topozoo-Abilene",
          "parts-topozoo-Abilene",
          "topozoo-Funet",
          "sndlib-polska",
          "sndlib-ta1");

  /** Pings that run at a time at one node. */
  private static final int AT_ONCE = 16;

  @TempDir private Path folder;

  private record Pinged(int sent, int answered, int refused) {}

  @Test
  void networksOfTheFieldImportAlikeAndPingAsNetworkxSays() throws Exception {
    RealPart.program("python3");
    RealPart.pythonModule("topohub");
    RealPart.pythonModule("networkx");
    List<String> write = new ArrayList<>(List.of("write", folder.toString()));
    write.addAll(ALL ? List.of() : SAMPLE);
    List<String> graphs = python(write);
    assertTrue(graphs.containsAll(SAMPLE), graphs::toString);
    if (ALL) {
      assertEquals(203 + 26 + 2, graphs.size());
    }
    Map<String, String> rows = new TreeMap<>();
    Map<String, Pinged> pinged = new TreeMap<>();
    for (String graph : graphs) {
      long beganNanos = System.nanoTime();
      Import.Imported json = imported(graph + ".json");
      assertEquals(outline(json.topology()), outline(imported(graph + ".gml").topology()), graph);
      assertEquals(
          outline(json.topology()), outline(imported(graph + ".graphml").topology()), graph);
      pinged.put(graph, ping(graph, json));
      rows.put(
          graph, "%d %.1f".formatted(json.mended().size(), (System.nanoTime() - beganNanos) / 1e9));
    }

    List<String> wrong = new ArrayList<>();
    System.out.printf(
        ROW, "graph", "nodes", "edges", "mended", "components", "pings", "answered", "no way", "s");
    for (String line : python(List.of("check", folder.toString()))) {
      String[] told = line.split(" ");
      Pinged found = Objects.requireNonNull(pinged.get(told[0]));
      String[] own = Objects.requireNonNull(rows.get(told[0])).split(" ");
      System.out.printf(
          ROW,
          told[0],
          told[1],
          told[2],
          own[0],
          told[3],
          found.sent,
          found.answered,
          found.refused,
          own[1]);
      boolean isRight =
          told[6].equals("0")
              && Integer.parseInt(told[4]) == found.answered
              && Integer.parseInt(told[5]) == found.refused;
      if (!isRight) {
        wrong.add(line + " " + found);
      }
    }
    assertEquals(List.of(), wrong);
  }

  private Import.Imported imported(String file) throws Exception {
    return Import.read(
        file, Files.readAllBytes(folder.resolve(file)), ImportRules.USUAL, List.of());
  }

  /** Names and links with their delays, in an order that is no file's. */
  private static Set<String> outline(Topology topology) {
    Set<String> outline = new TreeSet<>(topology.nodeNames());
    topology.nodes().forEach(node -> outline.add(node.name() + " at " + node.position()));
    topology
        .links()
        .forEach(
            link -> {
              Set<String> ends = new TreeSet<>(Set.of(link.a().node(), link.b().node()));
              outline.add(ends + " " + link.a().impairment() + " " + link.b().impairment());
            });
    return outline;
  }

  /** Has every node ping every other, and writes what came of it for the oracle. */
  private Pinged ping(String graph, Import.Imported imported) throws Exception {
    Topology topology =
        TopologyFile.load(
            graph,
            imported
                .text()
                .replace("nodes:\n", "defaults: {node: {services: {ping: {}}}}\nnodes:\n"));
    List<String> names = topology.nodes().stream().map(TopologyNode::name).toList();
    StringBuilder rtts = new StringBuilder();
    int sent = 0;
    int answered = 0;
    int refused = 0;
    try (VirtualLab lab =
        VirtualLab.oneOfMany(topology, 1, false, _ -> NodeTrace.NONE, "TopologiesTest " + graph)) {
      lab.start();
      lab.go();
      for (int first = 1; first < names.size(); first += AT_ONCE) {
        Map<String, String> running = new TreeMap<>();
        for (int from = 0; from < names.size(); from++) {
          for (int k = first; k < Math.min(first + AT_ONCE, names.size()); k++) {
            int to = (from + k) % names.size();
            Reply begun = tell(lab, names.get(from), "start", names.get(to), "count=1");
            sent++;
            if (begun.ok()) {
              String id = String.valueOf(JsonObject.of(begun.facts()).whole("id"));
              running.put(from + " " + to, id);
            } else {
              assertTrue(begun.message().contains("no way"), begun::message);
              refused++;
              rtts.append(from).append(' ').append(to).append(" -\n");
            }
          }
        }
        assertTrue(lab.runUntilDone(Duration.ofMinutes(1)), graph);
        for (var each : running.entrySet()) {
          int from = Integer.parseInt(each.getKey().split(" ")[0]);
          JsonObject shown =
              JsonObject.of(tell(lab, names.get(from), "show", each.getValue()).facts());
          boolean came = shown.whole("received") == 1;
          answered += came ? 1 : 0;
          String nanos =
              came ? String.valueOf(Math.round(shown.number("rtt-seconds-mean") * 1e9)) : "-";
          rtts.append(each.getKey()).append(' ').append(nanos).append('\n');
        }
      }
    }
    Files.writeString(folder.resolve(graph + ".names"), String.join("\n", names));
    Files.writeString(folder.resolve(graph + ".rtt"), rtts);
    return new Pinged(sent, answered, refused);
  }

  private static Reply tell(VirtualLab lab, String node, String verb, String... arguments) {
    return ((NodeView) lab.node(node)).handle(new Command.Tell("ping", verb, List.of(arguments)));
  }

  private static List<String> python(List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", PROGRAM.toString()));
    command.addAll(arguments);
    Process python =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (var out = python.inputReader(StandardCharsets.US_ASCII)) {
      lines = out.lines().toList();
    }
    assertEquals(0, python.waitFor(), command::toString);
    return lines;
  }
}
