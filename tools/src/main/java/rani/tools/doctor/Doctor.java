// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import rani.link.LatenessHistogram;
import rani.live.KeepAwake;
import rani.live.LiveNode;
import rani.live.Transport;
import rani.live.WakeUpLatency;
import rani.nodehost.edge.EdgeNamespace;
import rani.nodehost.edge.InternetAccess;
import rani.report.figure.VlConvert;
import rani.tools.screen.Quantity;

/** Checks everything that a live network needs of the machine, in about five seconds. */
public final class Doctor {
  /** Resident memory of a node's JVM after its warm-up, in bytes, shared pages included. */
  private static final long NODE_BYTES = 120_000_000;

  /** Descriptors for a node with many links; each link takes two sockets. */
  private static final long OPEN_FILES_ENOUGH = 1024;

  private static final long DISK_BYTES_ENOUGH = 1_000_000_000;
  private static final double STOLEN_TOO_MUCH = 0.02;
  private static final int ECHOES = 200;
  private static final long ECHO_NANOS_TOO_LONG = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int WAKE_UPS = 1500;
  private static final long WAKE_UP_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double LATE_TOO_MANY = 0.01;
  private static final double PERCENT = 100;
  private static final double MEGABYTE = 1e6;
  private static final double GIGABYTE = 1e9;

  private final Path runs;

  /** Examines a machine whose run folders are below {@code runs}, which need not exist. */
  public Doctor(Path runs) {
    this.runs = runs;
  }

  /** Runs all checks, those of timing last. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>(List.of(java(), transport(), buffers(), loopback()));
    memory().ifPresent(findings::add);
    openFiles().ifPresent(findings::add);
    findings.add(folder());
    findings.add(edges());
    findings.add(figures());
    findings.addAll(timing());
    return findings;
  }

  private static Finding java() {
    return Finding.ok("java", Runtime.version() + " at " + System.getProperty("java.home"));
  }

  private static Finding transport() {
    Transport best = Transport.best();
    String why = Transport.EPOLL.unavailable();
    return why == null
        ? Finding.ok("transport", best.text())
        : Finding.doubtful(
            "transport",
            best.text() + ", which is slower, and later by a quarter of a millisecond",
            "epoll is not to be had: " + why);
  }

  private static Finding buffers() {
    int asked = LiveNode.SOCKET_BUFFER_BYTES;
    try (DatagramChannel socket = DatagramChannel.open()) {
      socket.setOption(StandardSocketOptions.SO_RCVBUF, asked);
      int granted = socket.getOption(StandardSocketOptions.SO_RCVBUF);
      String found = "%s of %s asked for a socket".formatted(bytes(granted), bytes(asked));
      return granted >= asked
          ? Finding.ok("buffers", bytes(asked) + " for a socket, as asked")
          : Finding.doubtful(
              "buffers",
              found,
              "a burst may find the socket full; an administrator raises the limit with `sysctl -w"
                  + " net.core.rmem_max=%1$d net.core.wmem_max=%1$d`".formatted(asked));
    } catch (IOException e) {
      return Finding.bad("buffers", "no UDP socket: " + e.getMessage(), "links are UDP sockets");
    }
  }

  private static Finding loopback() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (DatagramChannel here = DatagramChannel.open();
        DatagramChannel there = DatagramChannel.open()) {
      here.bind(new InetSocketAddress(loopback, 0));
      there.bind(new InetSocketAddress(loopback, 0));
      here.connect(there.getLocalAddress());
      there.connect(here.getLocalAddress());
      here.configureBlocking(false);
      there.configureBlocking(false);
      long[] nanos = new long[ECHOES];
      for (int k = 0; k < ECHOES; k++) {
        long begin = System.nanoTime();
        if (!passes(here, there) || !passes(there, here)) {
          return Finding.bad(
              "loopback",
              "a datagram to " + loopback.getHostAddress() + " did not arrive within a second",
              "a firewall may keep it; links on this machine go there");
        }
        nanos[k] = System.nanoTime() - begin;
      }
      Arrays.sort(nanos);
      long median = nanos[ECHOES / 2];
      String found =
          "a datagram to %s and back in %s, in the median"
              .formatted(loopback.getHostAddress(), Quantity.time(median));
      boolean good = median <= ECHO_NANOS_TOO_LONG;
      return Finding.judged("loopback", found, good, "that is as long as many links; is it busy?");
    } catch (IOException e) {
      return Finding.bad("loopback", "no sockets there: " + e.getMessage(), "links are sockets");
    }
  }

  /** Reports whether a datagram arrives within a second. */
  private static boolean passes(DatagramChannel from, DatagramChannel to) throws IOException {
    ByteBuffer datagram = ByteBuffer.allocate(1);
    from.write(datagram);
    datagram.clear();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (System.nanoTime() - until < 0) {
      if (to.read(datagram) > 0) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Finding> memory() {
    OptionalLong available = Proc.availableBytes();
    if (available.isEmpty()) {
      return Optional.empty();
    }
    long nodes = available.getAsLong() / NODE_BYTES;
    String found =
        "%s free, for about %,d nodes of a JVM each".formatted(bytes(available.getAsLong()), nodes);
    return Optional.of(
        nodes >= 1
            ? Finding.ok("memory", found)
            : Finding.bad("memory", found, "free some, or run in virtual time"));
  }

  private static Optional<Finding> openFiles() {
    OptionalLong most = Proc.openFilesMax();
    if (most.isEmpty()) {
      return Optional.empty();
    }
    String found = "%,d at most for a process".formatted(most.getAsLong());
    boolean good = most.getAsLong() >= OPEN_FILES_ENOUGH;
    String advice = "`ulimit -n " + OPEN_FILES_ENOUGH + "` allows more";
    return Optional.of(Finding.judged("open files", found, good, advice));
  }

  private Finding folder() {
    Path there = runs.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (there == null || !Files.isDirectory(there) || !Files.isWritable(there)) {
      return Finding.bad("runs", runs + " cannot be written", "set RANI_RUNS to a folder that can");
    }
    long free = there.toFile().getUsableSpace();
    String found = "%s can be written, %s free".formatted(runs, bytes(free));
    String advice = "traces of live runs may take hundreds of megabytes";
    return Finding.judged("runs", found, free >= DISK_BYTES_ENOUGH, advice);
  }

  private static Finding edges() {
    return EdgeNamespace.obstacle()
        .map(
            why ->
                Finding.doubtful(
                    "edges",
                    why,
                    "`rani shell` needs user namespaces, and /dev/net/tun open to you (mode 666, as"
                        + " udev makes it)"))
        .orElseGet(
            () ->
                Finding.ok(
                    "edges",
                    "`rani shell` gives programs a namespace at a node; %s %s, for `--internet`"
                        .formatted(
                            InternetAccess.PROGRAM,
                            InternetAccess.isThere() ? "is there" : "is not there")));
  }

  private static Finding figures() {
    return VlConvert.obstacle()
        .map(why -> Finding.doubtful("figures", "no PDF, SVG and PNG by `rani plot`", why))
        .orElseGet(() -> Finding.ok("figures", "vl-convert draws PDF, SVG and PNG"));
  }

  /** Checks processors and timers together, because stolen processor time makes wake-ups late. */
  private static List<Finding> timing() {
    Optional<Proc.Ticks> before = Proc.ticks();
    LatenessHistogram asIs = WakeUpLatency.measure(Transport.best(), WAKE_UPS, WAKE_UP_GAP_NANOS);
    Optional<Proc.Ticks> after = Proc.ticks();
    double stolen =
        before.isPresent() && after.isPresent() ? after.get().stolenSince(before.get()) : 0;
    return List.of(processors(Proc.load(), stolen), timers(asIs));
  }

  private static Finding processors(OptionalDouble load, double stolen) {
    int processors = Runtime.getRuntime().availableProcessors();
    String found =
        "%d%s%s"
            .formatted(
                processors,
                load.isEmpty() ? "" : String.format(Locale.ROOT, ", load %.1f", load.getAsDouble()),
                stolen == 0
                    ? ""
                    : String.format(
                        Locale.ROOT, ", of which the host has kept %.1f %%", PERCENT * stolen));
    if (stolen > STOLEN_TOO_MUCH) {
      return Finding.doubtful(
          "processors", found, "other guests of the host take part of them; nothing here mends it");
    }
    boolean good = load.orElse(0) <= processors;
    return Finding.judged(
        "processors", found, good, "more wants to run than can: nodes will be late");
  }

  private static Finding timers(LatenessHistogram asIs) {
    String found = inWords(asIs);
    if (lateShare(asIs) <= LATE_TOO_MANY) {
      return Finding.ok("timers", found);
    }
    String alone = "the machine alone makes live runs doubtful";
    return Finding.doubtful(
        "timers", found, alone + keptAwake(asIs).map(kept -> "; " + kept).orElse(""));
  }

  /** Describes how keeping processors out of idle states improves wake-ups; empty if it doesn't. */
  private static Optional<String> keptAwake(LatenessHistogram asIs) {
    try (KeepAwake awake = KeepAwake.start()) {
      if (awake.unavailable().isPresent()) {
        return Optional.empty();
      }
      LatenessHistogram kept = WakeUpLatency.measure(Transport.best(), WAKE_UPS, WAKE_UP_GAP_NANOS);
      return kept.late() < asIs.late()
          ? Optional.of("with `live: {keep-awake: true}` in an experiment: " + inWords(kept))
          : Optional.empty();
    }
  }

  private static String inWords(LatenessHistogram wakeUps) {
    return String.format(
        Locale.ROOT,
        "%.1f %% of wake-ups over a millisecond late, half below %s, the latest %s",
        PERCENT * lateShare(wakeUps),
        Quantity.time(wakeUps.quantileNanos(0.5)),
        Quantity.time(wakeUps.maxNanos()));
  }

  private static double lateShare(LatenessHistogram wakeUps) {
    return (double) wakeUps.late() / Math.max(1, wakeUps.departures());
  }

  private static String bytes(long bytes) {
    return bytes < GIGABYTE
        ? String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE)
        : String.format(Locale.ROOT, "%.1f GB", bytes / GIGABYTE);
  }
}
