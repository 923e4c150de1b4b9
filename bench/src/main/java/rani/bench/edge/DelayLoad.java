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
record DelayLoad(EdgePath path, Child client, Pace pace) implements InterleavedMeasurement.Player {
  private static final String READY = "ready";

  /** Until the JVMs of nodes have compiled what they do, they take the processors. */
  private static final int WARM_UP_MAX = 30_000;

  private static final int WARM_UP_PER_MILLI = 40;

  /** When the next datagram is sent. */
  enum Pace {
    /** A millisecond after the one before, so that all processes sleep in between. */
    EVERY_MILLISECOND("64 B each ms", 1, 1000),
    /** When the one before is back. */
    AT_ONCE("64 B at once", 5, 0);

    private final String text;
    private final int perMilli;
    private final int gapMicros;

    Pace(String text, int perMilli, int gapMicros) {
      this.text = text;
      this.perMilli = perMilli;
      this.gapMicros = gapMicros;
    }

    String text() {
      return text;
    }
  }

  /** Starts both programs, and warms the path up, for at most some seconds. */
  static DelayLoad start(Workspace workshop, EdgePath path, Duration warmUp)
      throws LabFailure, IOException, InterruptedException {
    String program = "" + workshop.program("edge");
    List<String> echo = new ArrayList<>(path.atSink());
    echo.addAll(List.of(program, "echo"));
    workshop.start("echo, " + path.name(), echo).await(READY::equals);
    List<String> ask = new ArrayList<>(path.atSource());
    ask.addAll(List.of(program, "ask", path.sinkAddress()));
    Child client = workshop.start("ask, " + path.name(), ask);
    client.await(READY::equals);
    String _ = client.ask(Math.clamp(warmUp.toMillis() * WARM_UP_PER_MILLI, 1, WARM_UP_MAX) + " 0");
    return new DelayLoad(path, client, Pace.EVERY_MILLISECOND);
  }

  /** Returns the same load at a pace. */
  DelayLoad at(Pace other) {
    return new DelayLoad(path, client, other);
  }

  @Override
  public String name() {
    return path.name();
  }

  /** Returns percentiles 50 and 99 of half the round trip, and the part that came back. */
  @Override
  public double[] window(Duration length) throws LabFailure {
    long count = Math.max(1, length.toMillis() * pace.perMilli);
    String[] told = client.ask(count + " " + pace.gapMicros).split(" ");
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
