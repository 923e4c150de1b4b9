// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import rani.bench.fidelity.NetworkCase.Marked;
import rani.bench.fidelity.NetworkCase.Outcome;
import rani.bench.fidelity.NetworkCase.Pair;
import rani.bench.fidelity.NetworkCase.Point;
import rani.bench.fidelity.NetworkCase.Study;
import rani.bench.fidelity.PrecedenceCount.Queue;
import rani.wire.Dscp;

/** The network of unresponsive flow control, without that control. */
final class UfcStudy implements Study {
  private static final List<Queue> QUEUES = List.of(new Queue("e1", "c1"), new Queue("e4", "n4"));

  /** The share of each of ten constant sources in their common profile of 5 Mbit/s. */
  private static final int PROFILE_KBIT = 500;

  @Override
  public List<Point> points(boolean quick) {
    int seconds = quick ? 30 : 60;
    int seeds = quick ? 2 : 12;
    List<Point> points = new ArrayList<>();
    for (String coupling : List.of("rio-c", "rio-d")) {
      for (String sender : Studies.SENDERS) {
        points.add(point(sender, coupling, 1, PROFILE_KBIT, seconds, seeds));
      }
    }
    if (!quick) {
      for (int bottleneckMbit : List.of(3, 5)) {
        points.add(point("newreno", "rio-c", bottleneckMbit, PROFILE_KBIT, seconds, seeds));
      }
      for (int rateKbit : List.of(PROFILE_KBIT / 2, 2 * PROFILE_KBIT, 4 * PROFILE_KBIT)) {
        points.add(point("newreno", "rio-c", 1, rateKbit, seconds, seeds));
      }
    }
    return points;
  }

  /** Creates a point, with the rates of the last link and of each constant source. */
  static Point point(
      String sender, String coupling, int bottleneckMbit, int rateKbit, int seconds, int seeds) {
    return new Point(
        "ufc",
        coupling
            + ", "
            + sender
            + ", "
            + bottleneckMbit
            + " Mbit/s, R_f "
            + Markdown.number((double) rateKbit / PROFILE_KBIT),
        List.of(sender, coupling, "" + bottleneckMbit, "" + rateKbit),
        seconds,
        seeds,
        Networks.ufc(sender, coupling, bottleneckMbit, rateKbit, seconds),
        List.of("n1", "n2"),
        QUEUES,
        Studies.apartMax(sender));
  }

  @Override
  public Agreement agreement(String name, List<Pair> pairs) {
    List<Pair> tcp = pairs.stream().map(UfcStudy::tcp).toList();
    List<Pair> udp = pairs.stream().map(UfcStudy::udp).toList();
    List<List<Object>> rows = new ArrayList<>();
    for (int k = 0; k < pairs.size(); k++) {
      rows.add(NetworkCase.row(tcp.get(k)));
      List<Object> row = new ArrayList<>(NetworkCase.row(udp.get(k)));
      row.set(4, "");
      row.set(5, "");
      rows.add(row);
    }
    return new Agreement(
        name,
        "the network of unresponsive flow control, without it",
        "`config/topologies/ufc.yaml`: ten connections and ten constant sources share 10 Mbit/s,"
            + " edges mark by TSW3CM, and UDP meets a bottleneck last. R_f is what UDP sends of its"
            + " profile of 5 Mbit/s. `profile: ns-2`, RIO by `rules: ns-2`.",
        NetworkCase.columns("queue, sender, bottleneck, UDP"),
        rows,
        List.of(
            NetworkCase.goal(
                "throughput of TCP with New Reno and SACK within 2 %",
                Studies.of(tcp, Studies.GOODPUT_APART_MAX)),
            NetworkCase.goal(
                "throughput of TCP with Reno within 3 %", Studies.of(tcp, Studies.RENO_APART_MAX)),
            NetworkCase.goal("throughput of UDP within 2 %", udp)),
        List.of(
            "UDP gets what the bottleneck carries wherever more of it comes there: its throughput"
                + " tells of what passes the shared link at 5 Mbit/s only."));
  }

  /** Returns the results of all connections together. */
  static Pair tcp(Pair pair) {
    return pair.alone(0, pair.point().label() + ": TCP", pair.point().goal());
  }

  /** Returns the results of all constant sources together. */
  static Pair udp(Pair pair) {
    return pair.alone(1, pair.point().label() + ": UDP", Studies.GOODPUT_APART_MAX);
  }

  @Override
  public Optional<Agreement> precedences(String name, List<Pair> pairs) {
    List<List<Object>> rows = new ArrayList<>();
    for (Pair pair : pairs) {
      for (int at = 0; at < QUEUES.size() * Dscp.PRECEDENCES; at++) {
        Interval theirs = mean(pair.theirs(), at, Marked::drops);
        Interval ours = mean(pair.ours(), at, Marked::drops);
        if (theirs.mean() > 0 || ours.mean() > 0) {
          List<Object> row = new ArrayList<>();
          row.add(pair.point().label());
          row.add(QUEUES.get(at / Dscp.PRECEDENCES).toString());
          row.add(at % Dscp.PRECEDENCES);
          Interval came = mean(pair.theirs(), at, Marked::arrivals);
          addAll(row, came, mean(pair.ours(), at, Marked::arrivals));
          addAll(row, theirs, ours);
          rows.add(row);
        }
      }
    }
    return Optional.of(
        new Agreement(
            name,
            "drop precedences",
            "Packets of a precedence that came to the link that TCP and UDP share and to the"
                + " bottleneck, and those of them that were dropped there; a precedence of which"
                + " neither side dropped any is left out.",
            List.of(
                "queue, sender, bottleneck, UDP",
                "link",
                "precedence",
                "came, ns-2",
                "came, rani",
                "difference of these",
                "dropped, ns-2",
                "dropped, rani",
                "difference of those"),
            rows,
            List.of(),
            List.of(
                "With R_f of 2 UDP fills its host's link exactly, and comes to the shared link in"
                    + " step with the packets that leave it. No text says which of two packets is"
                    + " first that are due at the same instant.")));
  }

  private static void addAll(List<Object> row, Interval theirs, Interval ours) {
    row.add(theirs);
    row.add(ours);
    row.add(Markdown.percent(Interval.relative(ours, theirs)));
  }

  private static Interval mean(List<Outcome> outcomes, int at, ToDoubleFunction<Marked> figure) {
    return Studies.values(outcomes, each -> figure.applyAsDouble(each.marked().get(at)));
  }
}
