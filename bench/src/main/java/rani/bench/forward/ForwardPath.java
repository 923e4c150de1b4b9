// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.Child;
import rani.bench.Contender;
import rani.bench.Sample;
import rani.bench.Workshop;
import rani.bench.Workshop.Side;
import rani.lab.LabFailure;
import rani.lab.run.NodeCommand;
import rani.live.Transport;

/**
 * One forwarder and its own load: source → forwarder → sink, over connected UDP sockets of the
 * loopback. Both stay, idle, between windows.
 */
final class ForwardPath {
  private static final String READY = "ready";

  /** A RED queue on the way out, empty filters, and nothing else. */
  private static final String NETWORK =
      """
      topology: bench-forward
      nodes:
        source: {ports: {middle: {receive: %d, send: %d}}}
        middle:
          ports:
            source: {receive: %d, send: %d}
            sink: {receive: %d, send: %d}
        sink: {ports: {middle: {receive: %d, send: %d}}}
      links:
        source -- middle: {hello: 60s}
        middle -- sink:
          hello: 60s
          queue: {discipline: red, limit: 400packet, min-th: 50packet, max-th: 150packet}
      """;

  private final String name;
  private final Child forwarder;
  private final Child load;

  private ForwardPath(String name, Child forwarder, Child load) {
    this.name = name;
    this.forwarder = forwarder;
    this.load = load;
  }

  /** By the C program, one datagram a frame. */
  static ForwardPath reference(Workshop workshop)
      throws LabFailure, IOException, InterruptedException {
    return program(workshop, "c-mmsg", List.of());
  }

  /** By the C program, in trains. */
  static ForwardPath twin(Workshop workshop) throws LabFailure, IOException, InterruptedException {
    return program(workshop, "c-trains", List.of("trains"));
  }

  private static ForwardPath program(Workshop workshop, String name, List<String> words)
      throws LabFailure, IOException, InterruptedException {
    PathPorts ports = PathPorts.choose();
    List<String> command = new ArrayList<>();
    command.add("" + workshop.program("forwarder"));
    command.add("" + ports.bySource().receive());
    command.add("" + ports.source().send());
    command.add("" + ports.bySink().send());
    command.add("" + ports.sink().receive());
    command.addAll(words);
    Child forwarder = workshop.start(name, Side.MEASURED, command);
    forwarder.await(READY::equals);
    return new ForwardPath(name, forwarder, load(workshop, ports));
  }

  /** By a node, as {@code rani node} runs it. */
  static ForwardPath node(Workshop workshop, Transport transport)
      throws LabFailure, IOException, InterruptedException {
    PathPorts ports = PathPorts.choose();
    String name = "node, " + transport.text();
    Path network = workshop.folder().resolve("forward-" + transport.text() + ".yaml");
    Files.writeString(
        network,
        NETWORK.formatted(
            ports.source().receive(),
            ports.source().send(),
            ports.bySource().receive(),
            ports.bySource().send(),
            ports.bySink().receive(),
            ports.bySink().send(),
            ports.sink().receive(),
            ports.sink().send()));
    List<String> command = new ArrayList<>(NodeCommand.ofThisJvm().optimized().java());
    command.addAll(List.of("node", "--topology", "" + network, "--name", "middle", "--transport"));
    command.add(transport.text());
    Child node = workshop.start(name, Side.MEASURED, command);
    node.await(line -> line.contains("link-1 to sink: "));
    node.ignoreTheRest();
    return new ForwardPath(name, node, load(workshop, ports));
  }

  private static Child load(Workshop workshop, PathPorts ports)
      throws LabFailure, IOException, InterruptedException {
    Child load =
        workshop.start(
            "the load",
            Side.LOAD,
            List.of(
                "" + workshop.program("load"),
                "" + ports.source().send(),
                "" + ports.bySource().receive(),
                "" + ports.sink().receive(),
                "" + ports.bySink().send()));
    load.await(READY::equals);
    return load;
  }

  /** Saturates it with packets of that IPv4 length, one a datagram. */
  Contender oneByOne(int lengthBytes) {
    return contender("saturate " + lengthBytes);
  }

  /** Saturates it with trains of packets of that IPv4 length. */
  Contender inTrains(int lengthBytes) {
    return contender("trains " + lengthBytes);
  }

  private Contender contender(String order) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Sample window(Duration length) throws LabFailure {
        long cpuBefore = forwarder.cpuNanos();
        String answer = load.ask(order + " " + length.toNanos());
        long cpuNanos = forwarder.cpuNanos() - cpuBefore;
        LoadAnswer counted = LoadAnswer.parse(answer);
        if (counted.received() == 0) {
          throw new LabFailure(name + " forwarded nothing of " + counted.sent() + " packets");
        }
        return new Sample(counted.received(), counted.nanos(), cpuNanos);
      }
    };
  }
}
