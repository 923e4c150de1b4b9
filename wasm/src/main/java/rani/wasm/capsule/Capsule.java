// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.wasm.CodeHash;
import rani.wasm.SandboxedCode;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>capsule</b> - runs the code that packets name, and fetches it from where they came.
 *
 * <p>A capsule is an active datagram that names code in WebAssembly by its hash, and may carry it.
 * A node that has the code shows the capsule to it; the code is a service of its own then, which
 * its first capsule starts. A node that lacks it lets the capsule wait, and fetches the code over
 * RDP from the node that the capsule came from, once, however many capsules wait. What comes is
 * verified by its hash. So packets deploy a protocol along their own way. Which code runs is said
 * by the node's {@code code}; where none may, and at nodes without this service, capsules pass as
 * any packets do.
 *
 * <p>Everything is bounded: what is kept, what waits, what is fetched at a time and how long. Code
 * that is not used is given up when room is needed, the longest unused first, and stopped when no
 * capsule has asked for it for {@code code-idle}.
 *
 * <p><b>Facts.</b> {@code policy} (which code runs), {@code stored} (codes that are kept), {@code
 * stored-bytes}, {@code running} (codes that run), {@code waiting} (capsules that wait for code),
 * {@code ran} (capsules shown to their code), {@code passed} (those whose code may not run here),
 * {@code dropped} (those whose code cannot be had, or that found no room), {@code malformed},
 * {@code fetched} (codes from neighbours), {@code fetched-bytes}, {@code carried} (codes that came
 * in a capsule), {@code served} (codes given to neighbours), {@code served-bytes}, {@code sent}
 * (capsules that an operator had sent), {@code given-up} (codes that made room), {@code refused}
 * (codes that were not run, by reason), {@code codes} (those that are kept, on their way, or
 * refused of late), {@code rdp}. <b>Notes.</b> {@code sent} with hash, to, count and carried;
 * {@code fetch} with hash and from; {@code fetched} with hash, bytes and seconds; {@code running}
 * with hash, name, number and seconds; {@code refused} with hash, reason, waiting (capsules that
 * waited) and, if there is more to say, why.
 *
 * <p><b>Console.</b> {@code send CODE DEST} sends a capsule; CODE is a name that the option {@code
 * holds} has, or at least 8 digits of the hash of kept code, or all 64. Behind it may stand {@code
 * arguments=0a0b} (hexadecimal), {@code count=1} (to 10,000), {@code gap=100ms} and {@code
 * carry=false} (whether each carries its code).
 *
 * <p><b>Example.</b> {@code n1: {services: {capsule: {holds: counter}}}}, and in a schedule {@code
 * {at: 2s, node: n1, tell: {capsule: [send, counter, n8, count=3]}}}
 *
 * <p><b>See also.</b> docs/webassembly.md.
 */
public final class Capsule implements Service {
  /** The service's name. */
  public static final String NAME = "capsule";

  private static final int TIMER_RDP = 0;
  private static final int TIMER_WATCH = 1;
  private static final int TIMER_SEND_FIRST = 2;
  private static final long MILLI = 1_000_000;
  private static final String OF_FILE = "file";

  private final CapsuleHost host;
  private final CapsuleSettings settings;
  private final WordReader words;
  private final CodeStore store;
  private final CapsuleCounts counts = new CapsuleCounts();
  private final List<OrderReader.Named> held = new ArrayList<>();
  private @Nullable ServiceContext context;
  private @Nullable RdpHost rdp;
  private @Nullable RunningCodes codes;
  private @Nullable CapsuleSends sends;
  private @Nullable PendingCodes pending;
  private @Nullable ServedCodes served;
  private long watchNanos = Long.MAX_VALUE;

  private Capsule(CapsuleHost host, CapsuleSettings settings, WordReader words) {
    this.host = host;
    this.settings = settings;
    this.words = words;
    this.store = new CodeStore(settings.storeBytes());
  }

  private void hold(CapsuleHost.Module module) {
    CodeHash hash = module.hash();
    CodeStore.Stored stored = store.put(hash, module.code(), OF_FILE);
    if (stored == null) {
      throw new IllegalArgumentException("the store has no room for `" + module.name() + "`");
    }
    stored.pin();
    held.add(new OrderReader.Named(module.name(), hash));
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    RunningCodes running = new RunningCodes(given, settings.idleNanos());
    codes = running;
    sends = new CapsuleSends(given, TIMER_SEND_FIRST);
    served = new ServedCodes(given, host, store, counts);
    RdpHost made = new RdpHost(given, TIMER_RDP, RdpHost.notes(given, false));
    made.endpoint().listen(CapsuleLimits.PORT, settings.rdp(), this::accept);
    rdp = made;
    pending = new PendingCodes(given, host, settings, store, running, made, counts);
  }

  private @Nullable RdpApplication accept(long nowNanos, RdpConnection connection) {
    RdpApplication made = served().accept(nowNanos, connection);
    watch(nowNanos);
    return made;
  }

  private ServiceContext node() {
    return Objects.requireNonNull(context, "the service has not started");
  }

  private RunningCodes codes() {
    return Objects.requireNonNull(codes, "the service has not started");
  }

  private CapsuleSends sends() {
    return Objects.requireNonNull(sends, "the service has not started");
  }

  private RdpHost rdp() {
    return Objects.requireNonNull(rdp, "the service has not started");
  }

  private PendingCodes pending() {
    return Objects.requireNonNull(pending, "the service has not started");
  }

  private ServedCodes served() {
    return Objects.requireNonNull(served, "the service has not started");
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() == 0) {
      return rdp().onPacket(nowNanos, packet);
    }
    if (packet.service() != CapsuleLimits.NUMBER) {
      Fate fate = pending().withoutService(nowNanos, packet);
      watch(nowNanos);
      return fate;
    }
    if (!CapsuleHeader.isIn(packet)) {
      return counts.refuse();
    }
    if (host.policy() == CodePolicy.NONE) {
      counts.passed++;
      return Fate.FORWARD;
    }
    RunningCodes.Running code = codes().find(packet.frame(), packet.dataIndex());
    if (code == null) {
      Fate fate = pending().withoutCode(nowNanos, packet);
      watch(nowNanos);
      return fate;
    }
    if (!node().handOver(code.number())) {
      return hasStopped(nowNanos, code);
    }
    counts.ran++;
    code.used(nowNanos);
    return Fate.FORWARD; // unless the code says otherwise
  }

  /** Capsules pass for a while without code that was suspended, or stopped by an operator. */
  private Fate hasStopped(long nowNanos, RunningCodes.Running code) {
    Fate fate = pending().hasStopped(nowNanos, code.hash());
    codes().giveUp(code);
    return fate;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer == TIMER_RDP) {
      rdp().onWake(nowNanos);
    } else if (timer == TIMER_WATCH) {
      watchNanos = Long.MAX_VALUE;
      pending().look(nowNanos);
      served().look(nowNanos);
      codes().look(nowNanos);
    } else {
      sends().wake(nowNanos, timer);
      counts.sent++;
    }
    watch(nowNanos);
  }

  /** Sets the timer for what ends first, if that is earlier than it was. */
  private void watch(long nowNanos) {
    long earliest =
        Math.min(
            codes().deadlineNanos(), Math.min(pending().deadlineNanos(), served().deadlineNanos()));
    if (earliest < watchNanos) {
      watchNanos = earliest;
      node().setTimer(TIMER_WATCH, Math.max(earliest, nowNanos + MILLI));
    }
  }

  // What an operator asks for.

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return switch (verb) {
      case "send" -> send(nowNanos, arguments);
      default -> Service.super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply send(long nowNanos, List<String> arguments) {
    CapsuleSends.Order order;
    try {
      order = new OrderReader(node(), words, store, held).read(arguments);
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    if (!sends().begin(nowNanos, order)) {
      return Reply.refused("at most " + CapsuleLimits.SENDS_MAX + " orders are sent at a time");
    }
    counts.sent++;
    node()
        .note(
            nowNanos,
            "sent",
            Note.of("hash", order.hash().brief())
                .and("to", Address.text(order.to()))
                .and("count", order.count())
                .and("carried", order.carriesCode()));
    return Reply.of(new Sent(order.hash().hex(), Address.text(order.to()), order.count()));
  }

  @Override
  public void stop(long nowNanos) {
    if (pending != null) {
      pending.stop(nowNanos);
    }
    if (codes != null) {
      codes.stopAll();
    }
    if (rdp != null) {
      rdp.stop(nowNanos);
    }
  }

  @Override
  public long heldBuffers() {
    return rdp == null ? 0 : rdp.heldBuffers();
  }

  @Override
  public boolean isBusy() {
    return !pending().isEmpty() || sends().isBusy();
  }

  private record Sent(String hash, String to, int count) implements Facts {}

  @Override
  public Facts facts(long nowNanos) {
    return counts.shown(
        host.policy(),
        store,
        codes == null ? 0 : codes.running().size(),
        pending == null ? 0 : pending.waiting(),
        pending == null ? List.of() : ShownCode.all(nowNanos, store, held, codes(), pending),
        rdp == null ? null : rdp.facts());
  }

  /** The kind of this service. Without a host no code runs, and none is held. */
  public static final class Provider extends NamedProvider {
    private final @Nullable CapsuleHost host;

    public Provider() {
      this(null);
    }

    public Provider(@Nullable CapsuleHost host) {
      super(CapsuleLimits.NUMBER, NAME, ServiceProvider.Reach.EVERY_HOP);
      this.host = host;
    }

    /** Returns the service of a node that has these of the modules by its file. */
    public Provider having(Predicate<String> modules) {
      return host == null
          ? this
          : new Provider(
              host.holding(
                  host.modules().stream().filter(each -> modules.test(each.name())).toList()));
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          send CODE DEST … | sends capsules; CODE is a name or a hash, DEST a node's name or address
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("sent", Kind.TRIGGER, "{count} capsules of {hash} leave for {to}"),
          new NoteMark("fetch", Kind.MESSAGE, "from", "asks {from} for code {hash}", null),
          new NoteMark("fetched", Kind.NOTE, "has code {hash}, {bytes B}, after {seconds s}"),
          new NoteMark("running", Kind.CHANGE, "code {hash} runs as {name}, after {seconds s}"),
          new NoteMark(
              "refused",
              Kind.FAULT,
              "code {hash} does not run: {reason}[, {why}]; {waiting} capsules waited"));
    }

    @Override
    public List<MetricRow> metrics() {
      return CapsuleMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return new CapsuleMetrics();
    }

    @Override
    public Service create(OptionReader options) {
      CapsuleHost given =
          host == null
              ? new CapsuleHost(
                  CodePolicy.NONE, SandboxedCode::of, CapsuleHost.Preparation.AT_ONCE, List.of())
              : host;
      List<String> names =
          options.value(
              "holds",
              "",
              text -> names(text, host),
              "Modules of the file that the node can send, and gives to neighbours.");
      Capsule made = new Capsule(given, CapsuleSettings.read(options), options.words());
      for (String name : names) {
        given.modules().stream()
            .filter(module -> module.name().equals(name))
            .findFirst()
            .ifPresent(made::hold);
      }
      return made;
    }

    private static List<String> names(String text, @Nullable CapsuleHost host) {
      List<String> names =
          Stream.of(text.split(",", -1)).map(String::strip).filter(n -> !n.isEmpty()).toList();
      List<String> known =
          host == null ? names : host.modules().stream().map(CapsuleHost.Module::name).toList();
      for (String name : names) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException(
              "no module `"
                  + name
                  + "`; "
                  + (known.isEmpty()
                      ? "the file has none for this node"
                      : "there is " + String.join(", ", known)));
        }
      }
      return names;
    }
  }
}
