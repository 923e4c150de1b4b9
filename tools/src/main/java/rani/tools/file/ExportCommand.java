// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.model.file.FileError;
import rani.model.power.Powers;
import rani.model.topology.Topology;
import rani.testbed.export.Export;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.ShapeOptions;
import rani.tools.option.TrustOption;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "export",
    description = {
      "Writes files for Kubernetes, Compose or systemd.",
      "They start a network, each node in an unprivileged container or service of its own."
    },
    footer = {
      "  rani export kubernetes config/topologies/ring-6.yaml -o ring",
      "  rani export compose config/topologies/linear-3.yaml --image registry.example/rani:1"
    })
public final class ExportCommand extends RaniCommand {
  @Parameters(
      index = "0",
      paramLabel = "kubernetes|compose|systemd",
      description = "What runs the network: kubernetes, compose or systemd.")
  private Export.Target target;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TOPOLOGY",
      description = NamedFile.A_TOPOLOGY)
  private @Nullable Path file;

  @Mixin private final ShapeOptions shape = new ShapeOptions();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "The folder for the files, new or empty. Default: NAME-kubernetes and so on, here.")
  private @Nullable Path out;

  @Option(
      names = "--image",
      paramLabel = "NAME",
      defaultValue = "rani:latest",
      description = "The container image. Default: ${DEFAULT-VALUE}, made by the Containerfile.")
  private String image;

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      defaultValue = "256",
      description = "The most memory of a node, in MiB. Default: ${DEFAULT-VALUE}.")
  private int memory;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      defaultValue = "1",
      description = "The most processors that a node may keep busy. Default: ${DEFAULT-VALUE}.")
  private double processors;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the file before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(names = "--json", description = "Prints the folder, files and steps as JSON.")
  private boolean json;

  @Mixin private final TrustOption trust = new TrustOption();

  private record Exported(String folder, List<String> files, List<String> steps) {}

  @Override
  public Integer call() throws FileError, LabFailure {
    Export.Share share;
    try {
      share = new Export.Share(image, memory, processors);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    ShapeOptions.Network given = shape.topology(file, sets, screen());
    Topology topology = given.topology();
    trust.check(given.label(), Powers.of(topology, topology.nodeNames()), screen());
    Export export = Export.of(topology, target, share);
    String kind = target.name().toLowerCase(Locale.ROOT);
    Path folder = out == null ? Path.of(topology.name() + "-" + kind) : out;
    write(folder, export.files());
    if (json) {
      List<String> files = List.copyOf(export.files().sequencedKeySet());
      printJson(new Exported(folder.toString(), files, export.steps()));
    } else {
      print("%s holds %d files; there:", folder, export.files().size());
      export.steps().forEach(step -> print("  %s", step));
    }
    return OK;
  }

  /** Writes all files into an empty folder, or none. */
  private static void write(Path folder, SequencedMap<String, String> files) throws LabFailure {
    try {
      Files.createDirectories(folder);
      try (var there = Files.list(folder)) {
        if (there.findAny().isPresent()) {
          throw new LabFailure(folder + " is not empty; name another folder with -o");
        }
      }
      PrivateFile.close(folder); // secrets will be in it
      for (Map.Entry<String, String> each : files.entrySet()) {
        Path file = folder.resolve(each.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, each.getValue());
      }
    } catch (IOException e) {
      throw new LabFailure("cannot write into " + folder + ": " + e.getMessage(), e);
    }
  }
}
