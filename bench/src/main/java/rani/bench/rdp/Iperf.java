// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** iperf3 over TCP with writes of one length, if it is installed. */
record Iperf(Workspace workshop, int writeBytes, int port) implements Contender {
  private static final String PROGRAM = "iperf3";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERCENT = 100;

  /** Starts the iperf3 server; fails if iperf3 is not installed. */
  static Iperf start(Workspace workshop, int writeBytes)
      throws LabFailure, IOException, InterruptedException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Child server =
        workshop.start(
            PROGRAM, List.of(PROGRAM, "-s", "-B", "127.0.0.1", "-p", "" + port, "--forceflush"));
    server.await(line -> line.contains("listening"));
    server.ignoreTheRest();
    return new Iperf(workshop, writeBytes, port);
  }

  @Override
  public String name() {
    return "iperf3, TCP";
  }

  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    long seconds = Math.max(1, length.toSeconds()); // iperf3 accepts whole seconds only
    List<String> command =
        List.of(
            PROGRAM,
            "-c",
            "127.0.0.1",
            "-p",
            "" + port,
            "-l",
            "" + writeBytes,
            "-t",
            "" + seconds,
            "-J");
    try {
      Child client = workshop.start(PROGRAM, command);
      try {
        return sample(new JsonMapper().readTree(client.rest()).at("/end"));
      } finally {
        workshop.end(client);
      }
    } catch (JacksonException e) {
      throw new LabFailure("cannot measure " + name() + ": " + e.getMessage(), e);
    }
  }

  private static Sample sample(JsonNode end) {
    JsonNode received = end.at("/sum_received");
    JsonNode use = end.at("/cpu_utilization_percent");
    double seconds = received.at("/seconds").asDouble();
    double cpu = use.at("/host_total").asDouble() + use.at("/remote_total").asDouble();
    return Sample.ofData(
        received.at("/bytes").asLong(),
        seconds * NANOS_PER_SECOND,
        seconds * NANOS_PER_SECOND * cpu / PERCENT);
  }
}
