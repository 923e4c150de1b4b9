// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import rani.bench.harness.Child;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One TCP connection of iperf3 through a path, with the kernel's congestion control. The first
 * second of a window, in which TCP finds the rate, does not count.
 *
 * @param congestionControls the names of those that connections had
 */
record TcpLoad(EdgePath path, Workspace workshop, Set<String> congestionControls)
    implements InterleavedMeasurement.Player {
  private static final String PROGRAM = "iperf3";
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERCENT = 100;
  private static final String SECONDS_UNCOUNTED = "1";

  /** Starts the server at the path's end; fails if iperf3 is not installed. */
  static TcpLoad start(Workspace workshop, EdgePath path) throws LabFailure {
    if (Workspace.installed(PROGRAM).isEmpty()) {
      throw new LabFailure("found no `iperf3`, which is the load");
    }
    List<String> command = new ArrayList<>(path.atSink());
    command.addAll(List.of(PROGRAM, "-s", "--forceflush"));
    Child server = workshop.start(PROGRAM + ", " + path.name(), command);
    server.await(line -> line.contains("listening"));
    server.ignoreTheRest();
    return new TcpLoad(path, workshop, new TreeSet<>());
  }

  @Override
  public String name() {
    return path.name();
  }

  /**
   * Returns megabits of IPv4 a second, and nanoseconds of processors for a megabyte: of the
   * processes that carry the packets, and of iperf3 at both ends with the kernel's work for it.
   */
  @Override
  public double[] window(Duration length) throws LabFailure {
    List<String> command = new ArrayList<>(path.atSource());
    String seconds = "" + Math.max(1, length.toSeconds()); // iperf3 takes whole ones
    command.addAll(List.of(PROGRAM, "-c", path.sinkAddress(), "-t", seconds, "-J"));
    command.addAll(List.of("-O", SECONDS_UNCOUNTED));
    long cpuBefore = path.cpuNanos();
    Child client = workshop.start(PROGRAM, command);
    try {
      String answer = client.rest();
      return figures(new JsonMapper().readTree(answer), path.cpuNanos() - cpuBefore);
    } catch (JacksonException e) {
      throw new LabFailure("cannot measure " + name() + ": " + e.getMessage(), e);
    } finally {
      workshop.end(client);
    }
  }

  /** Returns the figures of what iperf3 told, and of what the path took meanwhile. */
  double[] figures(JsonNode answer, long pathNanos) throws LabFailure {
    JsonNode received = answer.at("/end/sum_received");
    double dataBytes = answer.at("/start/tcp_mss_default").asDouble();
    if (received.at("/bytes").asLong() == 0 || dataBytes == 0) {
      throw new LabFailure(name() + ": " + answer.at("/error").asString("nothing came through"));
    }
    congestionControls.add(answer.at("/end/sender_tcp_congestion").asString());
    double allBytes = 0; // of the uncounted second, too, which CPU time is of
    double allSeconds = 0;
    for (JsonNode interval : answer.at("/intervals")) {
      allBytes += interval.at("/sum/bytes").asDouble();
      allSeconds += interval.at("/sum/seconds").asDouble();
    }
    JsonNode use = answer.at("/end/cpu_utilization_percent");
    double ends = use.at("/host_total").asDouble() + use.at("/remote_total").asDouble();
    double cpuNanos = pathNanos + ends / PERCENT * allSeconds * NANOS_PER_SECOND;
    return new double[] {
      received.at("/bits_per_second").asDouble()
          * EdgePath.MTU_BYTES
          / dataBytes
          / BITS_PER_MEGABIT,
      cpuNanos / allBytes * BYTES_PER_MEGABYTE
    };
  }
}
