// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import rani.bench.fidelity.NetworkCase.Outcome;
import rani.bench.fidelity.NetworkCase.Pair;
import rani.bench.fidelity.NetworkCase.Point;
import rani.bench.fidelity.NetworkCase.Study;

/** The studies of {@link NetworkCase}. */
final class Studies {
  static final List<String> SENDERS = List.of("reno", "newreno", "sack");
  static final double GOODPUT_APART_MAX = 0.02;
  static final double RENO_APART_MAX = 0.03;
  private static final double LAW_APART_MAX = 0.05;

  private Studies() {}

  /** Returns the largest relative difference of goodput on a network of many connections. */
  static double apartMax(String sender) {
    return sender.equals("reno") ? RENO_APART_MAX : GOODPUT_APART_MAX;
  }

  static Interval values(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
    return Interval.of(outcomes.stream().mapToDouble(figure).boxed().toList());
  }

  /** Selects pairs with the same goal. */
  static List<Pair> of(List<Pair> pairs, double goal) {
    return pairs.stream().filter(pair -> pair.point().goal() == goal).toList();
  }

  /** Two connections with different round-trip times. */
  static final class UnlikeRoundTrips implements Study {
    /** Far delay with which round-trip times differ by no multiple of a packet's service time. */
    private static final double APART_SECONDS = 0.0417;

    /** Far delay with round-trip times 20 service times apart, so that packets arrive in step. */
    private static final double TIED_SECONDS = 0.041;

    @Override
    public List<Point> points(boolean quick) {
      int seconds = quick ? 100 : 200;
      List<Point> points = new ArrayList<>();
      for (double delay : quick ? List.of(APART_SECONDS) : List.of(APART_SECONDS, TIED_SECONDS)) {
        for (String sender : SENDERS) {
          points.add(
              new Point(
                  "pair",
                  sender + ", " + Markdown.number(1000 * delay) + " ms",
                  List.of(sender, "" + delay),
                  seconds,
                  quick ? 4 : 20,
                  Networks.pair(sender, delay, seconds),
                  List.of("near", "far"),
                  List.of(),
                  Double.NaN));
        }
      }
      return points;
    }

    @Override
    public Agreement agreement(String name, List<Pair> pairs) {
      List<List<Object>> rows = new ArrayList<>();
      for (Pair pair : pairs) {
        // The first connection's share of all packets.
        ToDoubleFunction<Outcome> share = each -> each.packets().getFirst() / each.all();
        List<Object> row = new ArrayList<>(NetworkCase.row(pair).subList(0, 6));
        row.add(values(pair.theirs(), share));
        row.add(values(pair.ours(), share));
        rows.add(row);
      }
      List<String> columns =
          new ArrayList<>(NetworkCase.columns("sender, far delay").subList(0, 6));
      columns.addAll(List.of("near one's share, ns-2", "near one's share, rani"));
      return new Agreement(
          name,
          "two connections of unlike round trips",
          "Round trips of 24 ms and of 22 ms and twice the far link's delay, at one drop-tail queue"
              + " of 20 packets before 2 Mbit/s; starts are spread over a second, by each side's"
              + " own chance.",
          columns,
          rows,
          List.of(),
          List.of(
              "With 41 ms the round trips differ by 20 times what a packet takes on the slow link,"
                  + " so that packets of both connections meet the full queue at the same instant,"
                  + " and which comes first decides who is dropped: a phase effect (Floyd and"
                  + " Jacobson 1992, On Traffic Phase Effects). No text says who is first, so"
                  + " neither side's shares mean anything there. With 41.7 ms shares agree."));
    }
  }

  /** The network of Active Congestion Control, without congestion control by nodes. */
  static final class AccNetwork implements Study {
    @Override
    public List<Point> points(boolean quick) {
      int seconds = quick ? 100 : 300;
      int seeds = quick ? 2 : 12;
      List<Point> points = new ArrayList<>();
      for (boolean red : List.of(false, true)) {
        for (String sender : SENDERS) {
          for (double delay : quick ? List.of(0.1) : List.of(0.01, 0.05, 0.1, 0.2, 0.3)) {
            String queue = red ? "red" : "droptail";
            points.add(
                new Point(
                    "acc",
                    String.format(
                        Locale.ROOT,
                        "%s, %s, %.0f ms",
                        red ? "RED" : "drop-tail",
                        sender,
                        1000 * delay),
                    List.of(sender, "" + delay, queue),
                    seconds,
                    seeds,
                    Networks.acc(sender, delay, red, seconds),
                    IntStream.rangeClosed(1, 10).mapToObj(k -> "b" + k).toList(),
                    List.of(),
                    apartMax(sender)));
          }
        }
      }
      return points;
    }

    @Override
    public Agreement agreement(String name, List<Pair> pairs) {
      return new Agreement(
          name,
          "the network of Active Congestion Control, without it",
          "`config/topologies/acc.yaml`, ten connections and ten sources that turn on and off at"
              + " 2 Mbit/s; `profile: ns-2`, RED by `rules: ns-2`.",
          NetworkCase.columns("queue, sender, delay"),
          pairs.stream().map(NetworkCase::row).toList(),
          List.of(
              NetworkCase.goal(
                  "goodput of NewReno and SACK within 2 %", of(pairs, GOODPUT_APART_MAX)),
              NetworkCase.goal("goodput of Reno within 3 %", of(pairs, RENO_APART_MAX))),
          List.of(
              "ns-2's DropTail with a limit of n lets n − 1 packets wait (`length() + 1 >= limit`),"
                  + " rani and ns-2's RED n; the scripts ask ns-2 for one more. An ns-2 file that"
                  + " says 50 is `limit: 49packet` here."));
    }
  }

  /** Goodput by the rate of random loss. */
  static final class SquareRootLaw implements Study {
    /** Factor of the square-root law (Mathis et al. 1997). */
    private static final double MATHIS = Math.sqrt(1.5);

    private static final double ROUND_TRIP_SECONDS = 0.1 + (1000 + 38) * 8 / 10e6;

    @Override
    public List<Point> points(boolean quick) {
      int seconds = quick ? 200 : 600;
      List<Point> points = new ArrayList<>();
      for (String sender : List.of("newreno", "sack")) {
        for (double loss : quick ? List.of(0.01) : List.of(0.001, 0.01, 0.03)) {
          points.add(
              new Point(
                  "law",
                  sender + ", " + Markdown.number(100 * loss) + " %",
                  List.of(sender, "" + loss),
                  seconds,
                  quick ? 4 : 16,
                  Networks.law(sender, loss, seconds),
                  List.of("a"),
                  List.of(),
                  LAW_APART_MAX));
        }
      }
      return points;
    }

    @Override
    public Agreement agreement(String name, List<Pair> pairs) {
      List<String> columns = new ArrayList<>(NetworkCase.columns("sender, loss"));
      columns.add("law, packets/s");
      List<List<Object>> rows = new ArrayList<>();
      for (Pair pair : pairs) {
        List<Object> row = new ArrayList<>(NetworkCase.row(pair));
        double loss = Double.parseDouble(pair.point().words().getLast());
        row.add(MATHIS / Math.sqrt(loss) / ROUND_TRIP_SECONDS);
        rows.add(row);
      }
      return new Agreement(
          name,
          "the square-root law",
          "One connection over 10 Mbit/s, 100 ms there and back, that loses packets by chance;"
              + " the law is sqrt(3/2)/(R sqrt(p)) of Mathis et al. 1997, without timeouts.",
          columns,
          rows,
          List.of(NetworkCase.goal("goodput of NewReno and SACK within 5 %", pairs)),
          List.of());
    }
  }

  /** The network of the RED gateway. */
  static final class RedGateway implements Study {
    private static final double PACKETS_PER_SECOND = 51.7e6 / 8 / 572;

    @Override
    public List<Point> points(boolean quick) {
      int seconds = quick ? 10 : 30;
      return List.of(
          new Point(
              "gateway",
              "five of New Reno",
              List.of(),
              seconds,
              quick ? 2 : 8,
              Networks.gateway(seconds),
              List.of("c1", "c2", "c3", "c4", "c5"),
              List.of(),
              Double.NaN));
    }

    @Override
    public Agreement agreement(String name, List<Pair> pairs) {
      Pair pair = pairs.getFirst();
      List<List<Object>> rows = new ArrayList<>();
      int seconds = pair.point().seconds();
      for (int k = 0; k < pair.point().senders().size(); k++) {
        int number = k;
        String label = pair.point().senders().get(k) + ", packets/s";
        rows.add(row(label, pair, each -> each.packets().get(number) / seconds));
      }
      rows.add(
          row(
              "use of the slow link by data",
              pair,
              each -> each.all() / seconds / PACKETS_PER_SECOND));
      rows.add(row("drops", pair, Outcome::drops));
      rows.add(row("timeouts", pair, Outcome::timeouts));
      return new Agreement(
          name,
          "the RED gateway",
          "`config/topologies/red-gateway.yaml`: five senders of New Reno, delayed ACK, a RED queue"
              + " of 16 packets before 51.7 Mbit/s; `profile: ns-2`, RED by `rules: ns-2`.",
          List.of("figure", "ns-2", "rani", "difference"),
          rows,
          List.of(),
          List.of());
    }

    private static List<Object> row(String label, Pair pair, ToDoubleFunction<Outcome> figure) {
      Interval theirs = values(pair.theirs(), figure);
      Interval ours = values(pair.ours(), figure);
      return List.of(label, theirs, ours, Markdown.percent(Interval.relative(ours, theirs)));
    }
  }
}
