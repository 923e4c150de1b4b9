// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.aqm.RedConfig;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyText;
import rani.queue.Rate;

/** The files that come with the program load with the services that come with it. */
public class ShippedFilesTest {

  public static final Path CONFIG = Path.of("../..", "config");

  @TempDir Path folder;

  static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.walk(CONFIG)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void each_loads_configures_each_node_and_its_print_reads_back_to_an_equal_value(Path file)
      throws Exception {
    LabFile loaded = LabFile.load(file, List.of(), List.of(), NamedTopologies.NONE);
    Topology network = loaded.network();
    assertEquals(
        network.nodes().size(),
        new NodeConfigs(network, ServiceCatalog.installed(), RunKey.ofSeed(1)).all().size());

    Path printed = folder.resolve("printed.yaml");
    Files.writeString(
        printed,
        switch (loaded) {
          case LabFile.OfExperiment experiment -> experiment.sweep().text();
          case LabFile.OfTopology(Topology topology) -> TopologyText.print(topology);
        });
    assertEquals(loaded, LabFile.load(printed, List.of(), List.of(), NamedTopologies.NONE));
  }

  @Test
  void the_networks_and_experiments_of_the_first_paper_are_there() throws Exception {
    List<String> names = files().stream().map(file -> file.getFileName().toString()).toList();
    assertTrue(
        names.containsAll(
            List.of(
                "lgc-1.yaml",
                "lgc-1-basic.yaml",
                "lgc-1-moderate.yaml",
                "linear-3.yaml",
                "star.yaml",
                "dumbbell.yaml",
                "ring-6.yaml")),
        names.toString());
  }

  @Test
  void figure_4_has_the_values_that_the_paper_and_the_fit_give() throws Exception {
    Topology topology = TopologyFile.load(CONFIG.resolve("topologies/lgc-1.yaml"));
    var n7 = topology.node("n7").orElseThrow();
    RedConfig red = RedConfig.of(n7.queue());

    assertEquals(8, topology.nodes().size());
    assertEquals(Rate.packetsPerSecond(40.0), n7.rate());
    assertEquals(50, n7.queue().limitFrames());
    assertNotNull(red);
    assertEquals(0.02, red.weight());
    assertEquals(25, red.maxThFrames());
    assertEquals(RedConfig.Action.NONE, red.action());
    for (TopologyLink link : topology.links()) {
      boolean isLong = link.name().equals("n7 -- n8");
      assertEquals(Rate.packetsPerSecond(200.0), link.a().rate());
      assertEquals(isLong ? 620_000_000 : 1_000_000, link.a().impairment().delayNanos());
      assertEquals(isLong ? 620_000_000 : 1_000_000, link.b().impairment().delayNanos());
    }
    assertEquals(400, topology.links().getFirst().a().queue().limitFrames());
  }

  @Test
  void the_basic_and_the_moderate_run_differ_in_the_bursts_alone() throws Exception {
    Experiment basic =
        ExperimentFile.load(CONFIG.resolve("experiments/lgc-1-basic.yaml"), List.of());
    Experiment moderate =
        ExperimentFile.load(CONFIG.resolve("experiments/lgc-1-moderate.yaml"), List.of());

    assertEquals(basic.topology(), moderate.topology());
    assertEquals(basic.traffic().get(1), moderate.traffic().get(1));
    assertEquals(new Measure("n7", "node"), basic.measure());
    assertEquals(15, basic.expectations().size());
    assertEquals(5, moderate.expectations().size());
  }
}
