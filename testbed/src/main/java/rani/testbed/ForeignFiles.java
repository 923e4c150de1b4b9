// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.json.Json;
import rani.link.LinkKeys;
import rani.model.file.MapReader;
import rani.model.node.RunKey;
import rani.model.topology.LinkEnd;
import rani.model.topology.Routes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.node.Command;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.UpdateNetwork;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.session.LiveWiring;
import rani.wire.Address;
import rani.world.Facts;

/**
 * Files of a run that tell each foreign node what it needs to know, so that it need not read the
 * topology: its links, with their sockets and keys, and the network that routes begin with. The
 * secrets of its own links tell nothing of others, nor of the run's token.
 */
final class ForeignFiles {
  private ForeignFiles() {}

  /** The contents of one file; a link's index is its number. */
  private record Told(
      String network, String name, String address, List<ToldLink> links, List<ToldNode> nodes)
      implements Facts {}

  private record ToldNode(String name, String address, List<String> neighbours) implements Facts {}

  private record ToldLink(
      String name,
      String neighbour,
      String neighbourAddress,
      LinkAddresses own,
      LinkAddresses peer,
      int mtuBytes,
      long helloMillis,
      @Nullable ToldKey key)
      implements Facts {}

  /** The key that frames are sealed with now; secrets are in hexadecimal. */
  private record ToldKey(String scope, int id, String outgoing, String incoming) implements Facts {}

  /** Replaces the files, which only their owner may read. */
  static void write(RunDirectory directory, Topology topology, RunKey key) throws LabFailure {
    for (String name : topology.foreign()) {
      Path file = directory.foreign(name);
      try {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
      } catch (IOException e) {
        throw new LabFailure("cannot write " + file + ": " + e.getMessage(), e);
      }
      PrivateFile.write(file, Json.print(told(topology, name, key)) + "\n");
    }
  }

  /** Returns where a foreign node is expected, in words. */
  static String expected(Topology topology, String foreign) {
    LiveWiring wiring = new LiveWiring(topology);
    List<String> ends = new ArrayList<>();
    for (TopologyLink link : wiring.links(foreign)) {
      LinkAddresses own = LinkAddresses.of(wiring.inFile(link, foreign));
      ends.add("%s at %s and %s".formatted(link.name(), own.receive(), own.send()));
    }
    return "foreign node " + foreign + ": " + String.join(", ", ends);
  }

  private static Told told(Topology topology, String name, RunKey key) {
    LiveWiring wiring = new LiveWiring(topology);
    List<ToldLink> links = new ArrayList<>();
    for (TopologyLink link : wiring.links(name)) {
      LinkEnd end = link.end(name);
      String far = link.farEnd(name).node();
      links.add(
          new ToldLink(
              link.name(),
              far,
              address(topology, far),
              LinkAddresses.of(wiring.inFile(link, name)),
              LinkAddresses.of(wiring.inFile(link, far)),
              end.mtuBytes(),
              TimeUnit.NANOSECONDS.toMillis(end.helloNanos()),
              end.keys().map(scope -> key(key.ofEnd(link, name, scope))).orElse(null)));
    }
    List<ToldNode> nodes =
        UpdateNetwork.of(new Command.KnowNetwork(new Routes(topology).network())).nodes().stream()
            .map(node -> new ToldNode(node.name(), node.address(), node.neighbours()))
            .toList();
    return new Told(topology.name(), name, address(topology, name), links, nodes);
  }

  private static ToldKey key(LinkKeys keys) {
    HexFormat hex = HexFormat.of();
    return new ToldKey(
        MapReader.nameOf(keys.scope()),
        keys.id(),
        hex.formatHex(keys.outgoing()),
        hex.formatHex(keys.incoming()));
  }

  private static String address(Topology topology, String name) {
    return topology.node(name).map(TopologyNode::virtualAddress).map(Address::text).orElseThrow();
  }
}
