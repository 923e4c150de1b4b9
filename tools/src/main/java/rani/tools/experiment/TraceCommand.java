// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.menu.ServiceCatalog;
import rani.study.trace.TraceQuery;
import rani.study.trace.TraceSource;
import rani.study.trace.TraceWords;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;
import rani.world.DropReason;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "trace",
    description = {
      "Looks inside a run, packet by packet.",
      "The lines are those of docs/trace-format.md. A live run's nodes wrote "
          + "theirs; a virtual run is run once more, and its trace compared with the "
          + "digest that was recorded."
    },
    footer = {
      "  rani trace runs/hello-20261120-101500 --kind drop --count",
      "  rani trace runs/hello-20261120-101500 --packet n1#12",
      "  rani trace runs/hello-20261120-101500 --node n2 --service echo --since 1s",
      "  rani trace runs/my-sweep-20261120-101500 --trial 3fa9 --reason queue-full --limit 10"
    })
public final class TraceCommand extends RaniCommand {
  @Parameters(
      paramLabel = "DIR",
      description = "The folder of a run, of a sweep or of a live trial; or a trace file.")
  private Path path;

  @Option(
      names = "--trial",
      paramLabel = "K|HASH",
      description =
          "Which trial: of a run its number, of a sweep the beginning of its hash in"
              + " results.jsonl.")
  private @Nullable String trial;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Only what happened at this node; repeatable.")
  private List<String> nodes = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only lines of this kind, such as origin, verdict, drop, note; repeatable.")
  private List<String> kinds = List.of();

  @Option(
      names = "--source",
      paramLabel = "NODE|ADDRESS",
      description = "Only what is about packets from there.")
  private @Nullable String source;

  @Option(
      names = "--destination",
      paramLabel = "NODE|ADDRESS",
      description = "Only what is about packets to there.")
  private @Nullable String destination;

  @Option(
      names = "--packet",
      paramLabel = "NODE#ID",
      description =
          "About one packet: its source, node or address, and the `id` that it gave the packet."
              + " After 65,536 packets a source begins again with 0. Without other filters, the"
              + " packet's path is printed, hop by hop.")
  private @Nullable String packet;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "Drops for this reason, such as queue-full; repeatable.")
  private List<String> reasons = List.of();

  @Option(
      names = "--service",
      paramLabel = "NAME",
      description = "Notes of this service, deliveries to it, packets that ask for it.")
  private @Nullable String service;

  @Option(names = "--since", paramLabel = "TIME", description = "From this time on, such as 1.5s.")
  private @Nullable String since;

  @Option(names = "--until", paramLabel = "TIME", description = "Up to this time, such as 10s.")
  private @Nullable String until;

  @Option(
      names = "--raw-time",
      description = "--since and --until are node time, as in the lines; else they count from go.")
  private boolean rawTime;

  @Option(names = "--limit", paramLabel = "N", description = "Prints only the first N lines.")
  private @Nullable Long limit;

  @Option(
      names = "--count",
      description = "Counts the lines by kind and reason, verdict, change or event.")
  private boolean count;

  @Option(names = "--lines", description = "Prints the lines of a packet, instead of its path.")
  private boolean lines;

  @Option(names = "--json", description = "Prints one JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, FileError {
    check("kind", kinds, TraceWords.KINDS);
    check("reason", reasons, Stream.of(DropReason.values()).map(DropReason::text).toList());
    if (limit != null && limit < 1) {
      throw wrong("--limit is at least 1");
    }
    TraceSource trace = TraceSource.of(path, Optional.ofNullable(trial));
    ServiceCatalog installed = ServiceCatalog.installed();
    ServiceCatalog services =
        trace.network().map(network -> network.catalog(installed)).orElse(installed);
    check(
        "service",
        service == null ? List.of() : List.of(service),
        TraceQuery.Service.names(services));
    if (!trace.addresses().isEmpty()) {
      check("node", nodes, trace.addresses().sequencedKeySet());
    }
    TraceQuery query = query(trace.addresses(), services);
    boolean timed = since != null || until != null;
    if (timed && !rawTime && !trace.knowsGo()) {
      throw wrong(
          "--since and --until count from go, and it is not known when that was; with --raw-time"
              + " they are node time, as in the lines");
    }
    trace.remarks().forEach(this::progress);
    PrintWriter out = spec.commandLine().getOut();
    if (packet != null && trace.network().isPresent() && isWholePath(query)) {
      PathPrinter path = new PathPrinter(query, trace.network().get(), trace.hasHeaders());
      TraceSource.End end = trace.read(path);
      boolean isFound = path.print(screen(), packet);
      end.remarks().forEach(this::progress);
      return exitCode(isFound && end.asRecorded());
    }
    TracePrinter printer =
        new TracePrinter(
            query,
            out,
            count,
            json,
            limit == null ? Long.MAX_VALUE : limit,
            trace.isCheckedAtItsEnd());
    TraceSource.End end = trace.read(printer);
    printer.finish();
    if (!out.checkError()) {
      end.remarks().forEach(this::progress);
    }
    return exitCode(end.asRecorded());
  }

  /** Returns whether a packet's path is asked for, and no filter takes a part of it away. */
  private boolean isWholePath(TraceQuery query) {
    boolean isFiltered =
        Stream.of(query.nodes(), query.kinds(), query.reasons()).anyMatch(each -> !each.isEmpty())
            || query.destination().isPresent()
            || query.service().isPresent()
            || query.sinceNanos().isPresent()
            || query.untilNanos().isPresent()
            || limit != null;
    return !isFiltered && !lines && !count && !json;
  }

  private TraceQuery query(SequencedMap<String, String> addresses, ServiceCatalog services) {
    Optional<String> from = Optional.ofNullable(source).map(name -> address(name, addresses));
    OptionalInt id = OptionalInt.empty();
    if (packet != null) {
      int hash = packet.lastIndexOf('#');
      String digits = packet.substring(hash + 1);
      if (hash < 1 || !digits.matches("\\d{1,5}") || Integer.parseInt(digits) > 0xFFFF) {
        throw wrong(
            "`" + packet + "` is no NODE#ID, such as n1#12 or 10.0.0.1#12; ID is at most 65535");
      }
      from = Optional.of(address(packet.substring(0, hash), addresses));
      id = OptionalInt.of(Integer.parseInt(digits));
    }
    return new TraceQuery(
        Set.copyOf(nodes),
        Set.copyOf(kinds),
        Set.copyOf(reasons),
        from,
        Optional.ofNullable(destination).map(name -> address(name, addresses)),
        id,
        Optional.ofNullable(service).map(name -> TraceQuery.Service.named(name, services)),
        time("--since", since),
        time("--until", until),
        rawTime);
  }

  private String address(String name, SequencedMap<String, String> addresses) {
    String address = addresses.get(name);
    if (address != null || name.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
      return address == null ? name : address;
    }
    String hint = Nearest.hint(name, addresses.sequencedKeySet());
    throw wrong("`" + name + "` is neither an address nor a node; " + hint);
  }

  private OptionalLong time(String option, @Nullable String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Units.durationNanos(text));
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }

  private void check(String what, List<String> given, SequencedCollection<String> known) {
    for (String name : given) {
      if (!known.contains(name)) {
        throw wrong("no " + what + " `" + name + "`; " + Nearest.hint(name, known));
      }
    }
  }
}
