// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.live.EventLoopGate;
import rani.live.LiveService;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.topology.Topology;
import rani.node.NodeConfig;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpCounts;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>loader</b> - loads services into a running node. Every live node has one; virtual time has
 * none, and takes services from the class path.
 *
 * <p>An operator announces a jar over the control plane ({@link Upload}). The jar itself is sent by
 * RDP to port 808, from the announced address and with the ticket in the reply ({@link
 * UploadHeader}); to any other sender the port is closed. Jars are verified one after the other,
 * off the node's thread ({@link VerifiedService}). A refusal is sent with its reason, counted, and
 * noted; the outcome of an order can be queried.
 *
 * <p><b>Facts.</b> {@code operators}; {@code orders} that wait for their jars; {@code uploads} that
 * began; {@code loaded} in all; {@code refused} by reason; {@code rolled-back}: replacements that
 * did not start, by the state of the old version: {@code restored}, {@code failing}, {@code lost};
 * {@code versions}: the highest of each service in this run; {@code services} that are loaded now,
 * with name and number on the menu, {@code version}, {@code key} of the operator who signed, {@code
 * sha256} of the jar, time and sender; {@code left}: unloaded services whose threads still run,
 * with the number and some names of the threads; {@code rdp}.
 *
 * <p><b>Notes.</b> {@code loaded}, {@code refused}, {@code rolled-back}, {@code unloaded}, {@code
 * not-unloaded}.
 *
 * <p><b>Verbs.</b> {@code order UPLOAD}, {@code withdraw ID}, {@code unload SERVICE}, {@code
 * outcome ID}, which {@code rani service load} and {@code unload} send; {@code manual SERVICE}.
 *
 * <p><b>See also.</b> {@link rani.model.jar.SignedJar}, {@link LoadedServices}, {@link
 * VersionHistory}.
 */
public final class Loader implements Service {
  private static final int TIMER_RDP = 0;
  private static final int TIMER_WATCH = 1;
  private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final EventLoopGate gate;
  private final Topology network;
  private final InstantSource clock;
  private final List<UploadConnection> visitors = new ArrayList<>();
  private final List<UploadConnection> bringing = new ArrayList<>();
  private final SequencedMap<String, Long> refusals = new LinkedHashMap<>();
  private final SequencedMap<Long, Reply> outcomes = new LinkedHashMap<>();
  private @Nullable ServiceContext context;
  private @Nullable RdpHost host;
  private @Nullable Installer installer;
  private @Nullable PendingUploads orders;
  private boolean watching;
  private long uploads;
  private long lastOutcome;

  /** Not registered with {@link java.util.ServiceLoader}, so that files cannot ask for it. */
  record Provider(EventLoopGate gate, Topology network, InstantSource clock)
      implements ServiceProvider {
    @Override
    public int number() {
      return LoaderLimits.NUMBER;
    }

    @Override
    public String name() {
      return LoaderCommand.SERVICE;
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return new Loader(gate, network, clock);
    }
  }

  private Loader(EventLoopGate gate, Topology network, InstantSource clock) {
    this.gate = gate;
    this.network = network;
    this.clock = clock;
  }

  /** Returns the menu entry that every live node has. */
  public static LiveService onLiveNodes(Topology network) {
    return onLiveNodes(network, InstantSource.system());
  }

  static LiveService onLiveNodes(Topology network, InstantSource clock) {
    return gate -> new NodeConfig.MenuEntry(new Provider(gate, network, clock), NoOptions.INSTANCE);
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
    installer = new Installer(gate, network, clock, context, this);
    orders = new PendingUploads(context.secrets());
    RdpHost made = new RdpHost(context, TIMER_RDP, RdpHost.notes(context, false));
    made.endpoint().listen(LoaderLimits.PORT, RdpConfig.DEFAULT, this::accept);
    host = made;
  }

  private ServiceContext context() {
    return Objects.requireNonNull(context, "the loader has not started");
  }

  private Installer installer() {
    return Objects.requireNonNull(installer, "the loader has not started");
  }

  private PendingUploads orders() {
    return Objects.requireNonNull(orders, "the loader has not started");
  }

  private @Nullable RdpApplication accept(long nowNanos, RdpConnection connection) {
    if (!orders().expects(connection.remoteAddress())) {
      count(Reason.NO_ORDER); // not noted, because any sender could fill the trace with notes
      return null;
    }
    return new UploadConnection(nowNanos, this, context().buffers(), connection.remoteAddress());
  }

  void opened(long nowNanos, UploadConnection arrival) {
    if (visitors.size() == LoaderLimits.VISITORS_MAX) {
      displace(nowNanos);
    }
    visitors.add(arrival);
    watch(nowNanos);
  }

  /** Closes the oldest connection without an order. There is one: orders are fewer than places. */
  private void displace(long nowNanos) {
    JarRefusal why = new JarRefusal(Reason.DISPLACED, "another one came, and it had no jar");
    for (UploadConnection each : List.copyOf(visitors)) {
      if (!bringing.contains(each)) {
        refused(nowNanos, each, why);
        each.breakOff(nowNanos);
        visitors.remove(each);
        return;
      }
    }
  }

  /** Returns the order that a ticket authorises; throws if there is none. */
  PendingUploads.Order claim(UploadConnection arrival, String ticket) throws JarRefusal {
    PendingUploads.Order order = orders().take(ticket, arrival.from());
    if (order == null) {
      throw new JarRefusal(
          Reason.NO_ORDER, "no jar is ordered by that ticket; `rani service load` orders it");
    }
    uploads++;
    bringing.add(arrival);
    return order;
  }

  void whole(long nowNanos, UploadConnection arrival, PendingUploads.Order order, byte[] jar) {
    installer().add(nowNanos, arrival, order, jar);
  }

  void loaded(long nowNanos, UploadConnection arrival, Installer.Loaded facts) {
    arrival.answer(nowNanos, true, facts);
    finish(arrival, Reply.of(facts));
  }

  /** Answers, counts and notes the refusal of a jar; no effect after an answer. */
  void refused(long nowNanos, UploadConnection arrival, JarRefusal refusal) {
    if (arrival.state() == UploadConnection.State.ANSWERED) {
      return;
    }
    String reason = count(refusal.reason());
    context()
        .note(
            nowNanos,
            "refused",
            Note.of("reason", reason).and("from", Address.text(arrival.from())));
    String message = String.valueOf(refusal.getMessage());
    arrival.answer(nowNanos, false, new LoaderCommand.Refused(reason, message));
    finish(arrival, refusal(refusal));
  }

  private String count(Reason reason) {
    refusals.merge(reason.text(), 1L, Long::sum);
    return reason.text();
  }

  private static Reply refusal(JarRefusal refusal) {
    return Reply.refused(refusal.reason().text() + ": " + refusal.getMessage());
  }

  private void finish(UploadConnection arrival, Reply outcome) {
    PendingUploads.Order order = arrival.order();
    if (order != null) {
      outcomes.replace(order.id(), outcome);
    }
    bringing.remove(arrival);
  }

  void gone(UploadConnection arrival) {
    visitors.remove(arrival);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    RdpHost started = host;
    return started == null ? Fate.REFUSE : started.onPacket(nowNanos, packet);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer == TIMER_RDP && host != null) {
      host.onWake(nowNanos);
      return;
    }
    for (PendingUploads.Order each : orders().lapsed(nowNanos)) {
      count(Reason.TIMED_OUT);
      outcomes.replace(
          each.id(), refusal(new JarRefusal(Reason.TIMED_OUT, "nothing came of the jar")));
    }
    Set<UploadConnection> all = new LinkedHashSet<>(visitors);
    all.addAll(bringing);
    for (UploadConnection each : all) {
      if (each.isLate(nowNanos)) {
        tooLate(nowNanos, each);
      }
    }
    watching = false;
    if (orders().size() > 0 || !all.isEmpty()) {
      watch(nowNanos);
    }
  }

  /** Schedules the check for stalled connections, unless it is scheduled already. */
  private void watch(long nowNanos) {
    if (!watching) {
      watching = true;
      context().setTimer(TIMER_WATCH, nowNanos + WATCH_NANOS);
    }
  }

  private void tooLate(long nowNanos, UploadConnection arrival) {
    switch (arrival.state()) {
      case ANSWERED -> arrival.breakOff(nowNanos); // the peer has not closed the connection
      case LOOKED_AT ->
          installer()
              .giveUp(
                  nowNanos,
                  arrival,
                  new JarRefusal(
                      Reason.TIMED_OUT,
                      "its classes did not load within "
                          + TimeUnit.NANOSECONDS.toSeconds(LoaderLimits.LOOK_NANOS)
                          + " s"));
      default ->
          refused(nowNanos, arrival, new JarRefusal(Reason.TIMED_OUT, "it took too long to come"));
    }
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    String argument = arguments.isEmpty() ? "" : arguments.getFirst();
    return switch (arguments.size() == 1 ? verb : "") {
      case LoaderCommand.ORDER -> order(nowNanos, argument);
      case LoaderCommand.WITHDRAW -> withdraw(argument);
      case LoaderCommand.UNLOAD -> unload(argument);
      case LoaderCommand.OUTCOME -> outcomes.getOrDefault(id(argument), noneCalled(argument));
      case LoaderCommand.MANUAL -> manual(argument);
      default ->
          Reply.refused(
              "a loader knows `order UPLOAD`, `withdraw ID`, `unload SERVICE`, `outcome ID` and"
                  + " `manual SERVICE`");
    };
  }

  private static long id(String argument) {
    return argument.matches("[0-9]{1,18}") ? Long.parseLong(argument) : 0;
  }

  private static Reply noneCalled(String id) {
    return Reply.refused("no order or unloading is called " + id);
  }

  /** Returns the id of a new outcome, which is pending. */
  private long begin() {
    long id = ++lastOutcome;
    if (outcomes.size() == LoaderLimits.OUTCOMES_MAX) {
      outcomes.pollFirstEntry();
    }
    outcomes.put(id, Reply.of(new LoaderCommand.Pending(true)));
    return id;
  }

  private Reply order(long nowNanos, String json) {
    Upload upload;
    try {
      upload = Upload.parse(json);
      if (orders().size() + bringing.size() == LoaderLimits.ORDERS_MAX) {
        throw new JarRefusal(
            Reason.BUSY,
            LoaderLimits.ORDERS_MAX + " other jars are awaited or looked at here; try again");
      }
    } catch (JarRefusal e) {
      count(e.reason());
      return refusal(e);
    }
    PendingUploads.Order order = orders().add(nowNanos, begin(), upload);
    watch(nowNanos);
    return Reply.of(new LoaderCommand.Placed(order.id(), order.ticket()));
  }

  private Reply withdraw(String argument) {
    long id = id(argument);
    if (!orders().withdraw(id)) {
      return Reply.refused("no order waits by the name of " + argument);
    }
    outcomes.replace(id, Reply.refused("it was withdrawn"));
    return Reply.DONE;
  }

  private Reply manual(String wanted) {
    LoadedServices.Loaded loaded = installer().shelf().find(wanted);
    if (loaded == null) {
      return notHere(wanted);
    }
    return Reply.of(new LoaderCommand.Manual(loaded.candidate().manual()));
  }

  private Reply notHere(String wanted) {
    return Reply.refused(
        "no service `" + wanted + "` was loaded here; " + installer().shelf().nearest(wanted));
  }

  private Reply unload(String wanted) {
    LoadedServices.Loaded loaded = installer().shelf().find(wanted);
    if (loaded == null) {
      return notHere(wanted);
    }
    if (installer().isStarting()) {
      return Reply.refused("a jar is being put on the menu this very moment; try again");
    }
    long id = begin();
    installer().unload(loaded, (outcome, now) -> outcomes.replace(id, outcome));
    return Reply.of(new LoaderCommand.Begun(id));
  }

  @Override
  public void stop(long nowNanos) {
    if (installer != null) {
      installer.stop();
    }
    if (host != null) {
      host.stop(nowNanos);
    }
    orders = null;
    outcomes.clear();
  }

  @Override
  public long heldBuffers() {
    long held = host == null ? 0 : host.heldBuffers();
    for (UploadConnection each : visitors) {
      held += each.heldBuffers();
    }
    return held;
  }

  record Shown(
      int operators,
      int orders,
      long uploads,
      SequencedMap<String, Long> refused,
      @Inline Installer.@Nullable Shown installed,
      @Nullable RdpCounts rdp)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        network.operators().size(),
        orders == null ? 0 : orders.size(),
        uploads,
        new LinkedHashMap<>(refusals),
        installer == null ? null : installer.facts(),
        host == null ? null : host.facts());
  }
}
