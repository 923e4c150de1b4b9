// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.Nearest;
import rani.model.file.UnitError;
import rani.model.host.Forward;
import rani.model.host.Forward.Kind;
import rani.model.host.HostAndPort;
import rani.model.host.Network;
import rani.testbed.RunningLab;
import rani.tools.console.verb.Shown;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "forward",
    description = {
      "Forwards real programs' traffic through a network, until Ctrl-C.",
      "Each forward leads from one node to another."
    },
    footer = {
      "  rani forward tcp 8080 n1 n5 127.0.0.1:80",
      "  rani forward udp 9000 'n1 -> n5' localhost:9000",
      "  rani forward socks 1080 n1 n5 --allow 192.168.1.0/24",
      "",
      "Between the nodes may stand ->, in quotes: without them the shell takes the > for its own."
    })
public final class ForwardCommand extends RunningCommand {
  private static final Pattern WAY =
      Pattern.compile(
          "(?<from>[\\w-]+?)(?:\\s*->\\s*|\\s+)(?<exit>[\\w-]+)(?:\\s+(?<target>\\S+))?");

  private static final long NEWS_MILLIS_MAX = 1000;

  @Parameters(index = "0", paramLabel = "tcp|udp|socks", description = "What is carried.")
  private Kind kind;

  @Parameters(
      index = "1",
      paramLabel = "LOCALPORT",
      description = "Where programs connect: a port of 127.0.0.1, or ADDRESS:PORT.")
  private String listening;

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "N1 N5 [HOST:PORT]",
      description =
          "The node where the traffic enters, the one where it leaves, and, except with socks,"
              + " the program there.")
  private List<String> way;

  @Option(
      names = "--allow",
      paramLabel = "CIDR",
      description =
          "With socks: a network that connections may lead to, beside the loopback of the exit's"
              + " machine; repeatable.")
  private List<String> allow = List.of();

  @Option(names = "--json", description = "Prints the counts at the end as one JSON object.")
  private boolean json;

  private final Semaphore news = new Semaphore(0);
  private volatile JsonObject last = JsonObject.EMPTY;

  @Override
  public Integer call() throws LabFailure {
    Forward forward = forward();
    RunningLab lab = lab();
    for (String node : List.of(forward.from(), forward.exit())) {
      if (!lab.names().contains(node)) {
        throw wrong("no node is called `" + node + "`; " + Nearest.hint(node, lab.names()));
      }
    }
    try (RunningLab.HeldForward held = lab.forward(forward)) {
      last = held.entry().first();
      progress(lab.name() + ": " + told(forward) + "; Ctrl-C ends it");
      Thread counts = Thread.ofPlatform().unstarted(() -> tellCounts());
      Runtime.getRuntime().addShutdownHook(counts);
      for (var now = held.entry().next(); now != null; now = held.entry().next()) {
        last = now;
        news.release();
      }
    }
    throw new LabFailure("node " + forward.from() + " forwards no more; is the network down?");
  }

  private Forward forward() {
    Matcher matcher = WAY.matcher(String.join(" ", way));
    boolean shellTookIt = way.contains("-"); // which could be a node's name, but hardly is
    if (shellTookIt || !matcher.matches()) {
      throw wrong(
          shellTookIt
              ? "the shell took the > of -> for its own; write N1 N5, or 'N1->N5' in quotes"
              : "`" + String.join(" ", way) + "` is no way; write N1 N5 HOST:PORT");
    }
    String target = matcher.group("target");
    if ((kind == Kind.SOCKS) == (target != null)) {
      throw wrong(
          kind == Kind.SOCKS
              ? "with socks each connection says where it leads; leave out " + target
              : "where does it lead? Add HOST:PORT, as node " + matcher.group("exit") + " sees it");
    }
    if (kind != Kind.SOCKS && !allow.isEmpty()) {
      throw wrong("--allow is for socks");
    }
    try {
      allow.forEach(Network::parse);
      HostAndPort at = HostAndPort.parseListening(listening);
      HostAndPort to = target == null ? new HostAndPort("", 0) : HostAndPort.parse(target);
      return new Forward(
          kind,
          at.host(),
          at.port(),
          matcher.group("from"),
          matcher.group("exit"),
          to.host(),
          to.port(),
          allow);
    } catch (UnitError e) {
      throw wrong("", e);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /** Describes a forward in one line. */
  static String told(Forward forward) {
    String kind = forward.kind().name().toLowerCase(Locale.ROOT);
    return "%s %s enters at %s, leaves at %s%s"
        .formatted(
            kind,
            forward.listening(),
            forward.from(),
            forward.exit(),
            forward.target().isEmpty() ? "" : " for " + forward.target());
  }

  /** Prints the totals when the JVM ends: by Ctrl-C, or because the network has ended. */
  private void tellCounts() {
    awaitNews();
    JsonObject facts = last;
    boolean datagrams = kind == Kind.UDP;
    if (json) {
      printJson(facts);
    } else {
      print(
          "%s %s, %s bytes in, %s bytes out, refused %s",
          Shown.count(facts, datagrams ? "sessions-total" : "connections-total"),
          datagrams ? "programs" : "connections",
          Shown.count(facts, "bytes-in"),
          Shown.count(facts, "bytes-out"),
          Shown.cell(facts, "refused"));
    }
  }

  /** Waits for one more report, so that the totals include all traffic. */
  private void awaitNews() {
    news.drainPermits();
    try {
      var _ = news.tryAcquire(NEWS_MILLIS_MAX, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
