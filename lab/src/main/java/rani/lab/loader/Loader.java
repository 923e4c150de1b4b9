// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.lab.gateway.NoOptions;
import rani.lab.jar.JarRefusal;
import rani.lab.jar.JarRefusal.Reason;
import rani.lab.topology.Topology;
import rani.live.Doorway;
import rani.live.LiveService;
import rani.manual.ServiceManual;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Reply;

/**
 * <b>loader</b> - brings services into a node that runs. Every live node has one; virtual time has
 * none, and takes services from the class path.
 *
 * <p>It takes one jar at a time by RDP at port 808 ({@link UploadHead}), looks at it beside the
 * node's own thread ({@link Candidate}), and has the node start the service as its operator would.
 * Whatever is wrong with the jar is answered with a reason, counted, and noted; nothing stays of
 * it.
 *
 * <p><b>Facts.</b> {@code uploads}; {@code loaded} in all; {@code refused} by reason; {@code
 * services}: those that are loaded now, with name and number on the menu, {@code version}, {@code
 * key} of the operator who signed, {@code sha256} of the jar, when and from whom it came; {@code
 * rdp}.
 *
 * <p><b>Notes.</b> {@code loaded}, {@code refused}, {@code unloaded}, {@code not-unloaded}.
 *
 * <p><b>Verbs.</b> {@code unload SERVICE} and {@code outcome ID}: what {@code service unload} says.
 *
 * <p><b>See also.</b> {@link rani.lab.jar.SignedJar}, {@link Shelf}.
 */
public final class Loader implements Service, Arrival.Desk {
  private static final int TIMER_RDP = 0;
  private static final int TIMER_WATCH = 1;
  private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Doorway doorway;
  private final Topology network;
  private final InstantSource clock;
  private final Shelf shelf = new Shelf();
  private final List<Arrival> visitors = new ArrayList<>();
  private final SequencedMap<String, Long> refusals = new LinkedHashMap<>();
  private final SequencedMap<Long, Reply> outcomes = new LinkedHashMap<>();
  private @Nullable ServiceContext context;
  private @Nullable RdpHost host;
  private @Nullable Arrival current;
  private @Nullable Thread looking;
  private long uploads;
  private long loads;
  private long lastOutcome;

  Loader(Doorway doorway, Topology network, InstantSource clock) {
    this.doorway = doorway;
    this.network = network;
    this.clock = clock;
  }

  /** A loader for the menu of a live node of a network. */
  public static LiveService onLiveNodes(Topology network) {
    return onLiveNodes(network, InstantSource.system());
  }

  /** The same with a calendar of its own. */
  static LiveService onLiveNodes(Topology network, InstantSource clock) {
    return doorway ->
        new NodeConfig.MenuEntry(new LoaderProvider(doorway, network, clock), NoOptions.INSTANCE);
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
    RdpHost made = new RdpHost(context, TIMER_RDP, RdpHost.notes(context, false));
    made.endpoint().listen(LoaderLimits.PORT, RdpConfig.DEFAULT, this::accept);
    host = made;
  }

  private ServiceContext context() {
    ServiceContext started = context;
    if (started == null) {
      throw new IllegalStateException("the loader has not started");
    }
    return started;
  }

  private @Nullable RdpApplication accept(long nowNanos, RdpConnection connection) {
    if (visitors.size() == LoaderLimits.VISITORS_MAX) {
      return null;
    }
    Arrival arrival =
        new Arrival(
            nowNanos, this, context().buffers(), connection.remoteAddress(), current != null);
    if (current == null) {
      current = arrival;
    }
    visitors.add(arrival);
    uploads++;
    context().setTimer(TIMER_WATCH, nowNanos + WATCH_NANOS);
    return arrival;
  }

  @Override
  public void whole(long nowNanos, Arrival arrival, UploadHead head, byte[] body) {
    // Signatures and class loading take longer than a node may stand still.
    looking =
        Thread.ofPlatform()
            .daemon(true)
            .name("rani-loader-" + context().nodeName())
            .start(() -> look(arrival, head, body));
  }

  private void look(Arrival arrival, UploadHead head, byte[] body) {
    Candidate candidate;
    try {
      candidate = Candidate.of(head, body, network, clock.instant());
    } catch (JarRefusal e) {
      doorway.enter(now -> refused(now, arrival, e), () -> {});
      return;
    } catch (RuntimeException | Error e) {
      // Whatever the jar's own code did; the thread is its own and ends here.
      String what = e.toString();
      doorway.enter(
          now -> refused(now, arrival, new JarRefusal(Reason.NOT_LOADABLE, what)), () -> {});
      return;
    }
    doorway.enter(now -> looked(now, arrival, candidate), () -> {});
  }

  private void looked(long nowNanos, Arrival arrival, Candidate candidate) {
    if (arrival.state() != Arrival.State.LOOKED_AT) {
      return; // it was too late, or no one waits for it any more
    }
    looking = null;
    try {
      if (loads == LoaderLimits.LOADS_MAX) {
        throw new JarRefusal(
            Reason.TOO_MANY, "a node loads at most " + LoaderLimits.LOADS_MAX + " services");
      }
      Shelf.Place place = shelf.placeFor(candidate);
      Shelf.Loaded loaded =
          new Shelf.Loaded(place.name(), place.number(), candidate, origin(arrival, candidate));
      List<Command.Operation> operations = new ArrayList<>();
      Shelf.Loaded before = place.instead();
      if (before != null) {
        operations.add(new Command.StopService(before.name()));
      }
      operations.add(new Command.StartService(loaded.entry()));
      doorway.operate(
          operations,
          replies ->
              doorway.enter(now -> started(now, arrival, loaded, before, replies), () -> {}));
    } catch (JarRefusal e) {
      refused(nowNanos, arrival, e);
    }
  }

  private SequencedMap<String, Object> origin(Arrival arrival, Candidate candidate) {
    SequencedMap<String, Object> origin = new LinkedHashMap<>();
    origin.put("service", candidate.jar().statement().service());
    origin.put("version", candidate.jar().statement().version());
    origin.put("key", candidate.jar().keyId());
    origin.put("sha256", candidate.jar().sha256());
    origin.put("loaded", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    origin.put("from", Address.text(arrival.from()));
    return origin;
  }

  private void started(
      long nowNanos,
      Arrival arrival,
      Shelf.Loaded loaded,
      Shelf.@Nullable Loaded before,
      List<Reply> replies) {
    Reply last = replies.isEmpty() ? Reply.refused("the node is closed") : replies.getLast();
    if (!last.ok()) {
      if (before != null && replies.size() > 1) {
        startAgain(arrival, before, last.message());
      } else {
        refused(nowNanos, arrival, new JarRefusal(Reason.NOT_STARTED, last.message()));
      }
      return;
    }
    loads++;
    shelf.put(loaded);
    context().note(nowNanos, "loaded", detail(loaded));
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", context().nodeName());
    facts.put("name", loaded.name());
    facts.put("number", loaded.number());
    facts.putAll(loaded.origin());
    facts.put("replaced", before == null ? "" : before.statement().version());
    arrival.answer(nowNanos, true, facts);
    finish(arrival);
  }

  /** The one that gave way begins again, so that a bad version does not cost the good one. */
  private void startAgain(Arrival arrival, Shelf.Loaded before, String why) {
    doorway.operate(
        List.of(new Command.StartService(before.entry())),
        replies -> {
          Reply last = replies.isEmpty() ? Reply.refused("the node is closed") : replies.getLast();
          doorway.enter(now -> startedAgain(now, arrival, before, why, last), () -> {});
        });
  }

  private void startedAgain(
      long nowNanos, Arrival arrival, Shelf.Loaded before, String why, Reply last) {
    String version = before.statement().version();
    String then = "; " + version + " was started again in its place";
    if (!last.ok()) {
      shelf.remove(before.name());
      context().note(nowNanos, "unloaded", detail(before));
      then = "; and " + version + ", which gave way, did not start again: " + last.message();
    }
    refused(nowNanos, arrival, new JarRefusal(Reason.NOT_STARTED, why + then));
  }

  private static String detail(Shelf.Loaded loaded) {
    StringBuilder detail =
        new StringBuilder("name=" + loaded.name() + " number=" + loaded.number());
    loaded
        .origin()
        .forEach((key, value) -> detail.append(' ').append(key).append('=').append(value));
    return detail.toString();
  }

  @Override
  public void refused(long nowNanos, Arrival arrival, JarRefusal refusal) {
    if (arrival.state() == Arrival.State.ANSWERED) {
      return;
    }
    String reason = refusal.reason().text();
    refusals.merge(reason, 1L, Long::sum);
    context()
        .note(nowNanos, "refused", "reason=" + reason + " from=" + Address.text(arrival.from()));
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("reason", reason);
    facts.put("message", String.valueOf(refusal.getMessage()));
    arrival.answer(nowNanos, false, facts);
    finish(arrival);
  }

  /** The next may bring its jar. */
  private void finish(Arrival arrival) {
    if (current == arrival) {
      current = null;
      looking = null;
    }
  }

  @Override
  public void gone(long nowNanos, Arrival arrival) {
    visitors.remove(arrival);
    finish(arrival);
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
    for (Arrival each : List.copyOf(visitors)) {
      if (each.isLate(nowNanos)) {
        tooLate(nowNanos, each);
      }
    }
    if (!visitors.isEmpty()) {
      context().setTimer(TIMER_WATCH, nowNanos + WATCH_NANOS);
    }
  }

  private void tooLate(long nowNanos, Arrival arrival) {
    Thread hung = looking;
    if (arrival.state() == Arrival.State.ANSWERED) {
      arrival.breakOff(nowNanos); // it should have closed the connection
      return;
    }
    if (arrival == current && hung != null) {
      hung.interrupt();
    }
    refused(
        nowNanos,
        arrival,
        new JarRefusal(
            Reason.TIMED_OUT,
            arrival.state() == Arrival.State.LOOKED_AT
                ? "its classes did not load within "
                    + TimeUnit.NANOSECONDS.toSeconds(LoaderLimits.LOOK_NANOS)
                    + " s"
                : "it took too long to come"));
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (arguments.size() == 1 && verb.equals(LoaderOrder.UNLOAD)) {
      return unload(arguments.getFirst());
    }
    if (arguments.size() == 1 && verb.equals(LoaderOrder.OUTCOME)) {
      for (Long id : outcomes.sequencedKeySet()) {
        if (id.toString().equals(arguments.getFirst())) {
          return outcomes.getOrDefault(id, Reply.DONE);
        }
      }
      return Reply.refused("no unloading is called " + arguments.getFirst());
    }
    if (arguments.size() == 1 && verb.equals(LoaderOrder.MANUAL)) {
      return manual(arguments.getFirst());
    }
    return Reply.refused("a loader knows `unload SERVICE`, `outcome ID` and `manual SERVICE`");
  }

  private Reply manual(String wanted) {
    Shelf.Loaded loaded = shelf.find(wanted);
    if (loaded == null) {
      return notHere(wanted);
    }
    String manual = ServiceManual.of(loaded.candidate().provider()).orElse("");
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put(
        LoaderOrder.MANUAL,
        manual.substring(0, Math.min(manual.length(), LoaderLimits.MANUAL_CHARS_MAX)));
    return Reply.of(facts);
  }

  private Reply notHere(String wanted) {
    return Reply.refused("no service `" + wanted + "` was loaded here; " + shelf.nearest(wanted));
  }

  private Reply unload(String wanted) {
    Shelf.Loaded loaded = shelf.find(wanted);
    if (loaded == null) {
      return notHere(wanted);
    }
    long id = ++lastOutcome;
    if (outcomes.size() == LoaderLimits.OUTCOMES_MAX) {
      outcomes.pollFirstEntry();
    }
    outcomes.put(id, Reply.refused("it is being stopped"));
    doorway.operate(
        List.of(new Command.StopService(loaded.name())),
        replies -> doorway.enter(now -> stopped(now, id, loaded, replies), () -> {}));
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("id", id);
    return Reply.of(facts);
  }

  private void stopped(long nowNanos, long id, Shelf.Loaded loaded, List<Reply> replies) {
    Reply reply = replies.isEmpty() ? Reply.refused("the node is closed") : replies.getFirst();
    // Who was stopped by its own name before is not on the menu, and may go as well.
    if (!reply.ok() && !reply.message().startsWith("no service `" + loaded.name() + "`")) {
      context().note(nowNanos, "not-unloaded", "name=" + loaded.name());
      outcomes.put(id, reply);
      return;
    }
    shelf.remove(loaded.name());
    context().note(nowNanos, "unloaded", detail(loaded));
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", loaded.name());
    facts.put("number", loaded.number());
    facts.putAll(loaded.origin());
    outcomes.put(id, Reply.of(facts));
  }

  @Override
  public void stop(long nowNanos) {
    Thread hung = looking;
    if (hung != null) {
      hung.interrupt();
    }
    if (host != null) {
      host.stop(nowNanos);
    }
    shelf.clear();
    outcomes.clear();
  }

  @Override
  public long heldBuffers() {
    long held = host == null ? 0 : host.heldBuffers();
    for (Arrival each : visitors) {
      held += each.heldBuffers();
    }
    return held;
  }

  @Override
  public SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("operators", network.operators().size());
    facts.put("uploads", uploads);
    facts.put("loaded", loads);
    facts.put("refused", new LinkedHashMap<>(refusals));
    facts.put("services", shelf.facts());
    if (host != null) {
      facts.put("rdp", host.facts());
    }
    return facts;
  }
}
