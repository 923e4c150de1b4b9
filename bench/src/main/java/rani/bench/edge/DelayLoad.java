// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** Datagrams of 64 bytes that a program at the path's end returns, one at a time. */
record DelayLoad(EdgePath path, Child client, int gapMicros)
    implements InterleavedMeasurement.Player {
  private static final String READY = "ready";
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int MICROS = 1000;

  /** Starts both programs. */
  static DelayLoad start(Workspace workshop, EdgePath path, int perSecond)
      throws LabFailure, IOException, InterruptedException {
    String program = "" + workshop.program("edge");
    List<String> echo = new ArrayList<>(path.atSink());
    echo.addAll(List.of(program, "echo"));
    workshop.start("echo, " + path.name(), echo).await(READY::equals);
    List<String> ask = new ArrayList<>(path.atSource());
    ask.addAll(List.of(program, "ask", path.sinkAddress()));
    Child client = workshop.start("ask, " + path.name(), ask);
    client.await(READY::equals);
    return new DelayLoad(path, client, MICROS_PER_SECOND / perSecond);
  }

  @Override
  public String name() {
    return path.name();
  }

  /** Returns percentiles 50 and 99 of half the round trip, and the part that came back. */
  @Override
  public double[] window(Duration length) throws LabFailure {
    long count = Math.max(1, length.toNanos() / MICROS / gapMicros);
    String[] told = client.ask(count + " " + gapMicros).split(" ");
    if (told.length < 3 || told[0].equals("0")) {
      throw new LabFailure(name() + " returned nothing of " + count + " datagrams");
    }
    return new double[] {
      Double.parseDouble(told[1]) / 2,
      Double.parseDouble(told[2]) / 2,
      Double.parseDouble(told[0]) / count
    };
  }
}
