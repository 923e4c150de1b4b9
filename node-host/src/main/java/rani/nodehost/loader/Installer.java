// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import rani.live.Doorway;
import rani.model.jar.JarClassLoader;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.SignedJar;
import rani.model.topology.Topology;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.loader.LeftThreads.Left;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;
import rani.world.Reply;

/**
 * Puts services from jars on a node's menu and takes them off again: jars one after the other, in
 * the order in which they were whole. What takes longer than a node may stand still is done by
 * threads beside the node's own.
 */
final class Installer {
  private final Doorway doorway;
  private final Topology network;
  private final InstantSource clock;
  private final ServiceContext context;
  private final Loader loader;
  private final Shelf shelf = new Shelf();
  private final VersionHistory versions = new VersionHistory();
  private final LeftThreads left = new LeftThreads();
  private final Deque<Whole> waiting = new ArrayDeque<>();
  private final SequencedMap<String, Long> rollbacks = new LinkedHashMap<>();
  private @Nullable Arrival current;
  private @Nullable Thread looking;
  private long loads;

  /** A jar that is there. */
  private record Whole(Arrival arrival, Orders.Order order, byte[] jar) {}

  /** An installer of the node that a service is on. */
  Installer(
      Doorway doorway,
      Topology network,
      InstantSource clock,
      ServiceContext context,
      Loader loader) {
    this.doorway = doorway;
    this.network = network;
    this.clock = clock;
    this.context = context;
    this.loader = loader;
  }

  Shelf shelf() {
    return shelf;
  }

  /** A jar is there, and has its turn when those before it are done. */
  void add(long nowNanos, Arrival arrival, Orders.Order order, byte[] jar) {
    waiting.add(new Whole(arrival, order, jar));
    next(nowNanos);
  }

  private void next(long nowNanos) {
    Whole first = current == null ? waiting.poll() : null;
    if (first == null) {
      return;
    }
    current = first.arrival;
    first.arrival.enters(nowNanos, Arrival.State.LOOKED_AT);
    looking = beside(() -> look(first.arrival, first.order.upload(), first.jar));
  }

  private void enter(LongConsumer action) {
    doorway.enter(action, () -> {});
  }

  private Thread beside(Runnable task) {
    return Thread.ofPlatform().daemon(true).name("rani-loader-" + context.nodeName()).start(task);
  }

  /** It has its answer; the next may have its turn. */
  private void finish(long nowNanos, Arrival arrival) {
    if (current == arrival) {
      current = null;
      looking = null;
      next(nowNanos);
    }
  }

  private void refuse(long nowNanos, Arrival arrival, JarRefusal refusal) {
    loader.refused(nowNanos, arrival, refusal);
    finish(nowNanos, arrival);
  }

  /** It is looked at for too long. */
  void giveUp(long nowNanos, Arrival arrival, JarRefusal refusal) {
    Thread hung = looking;
    if (arrival == current && hung != null) {
      hung.interrupt();
      left.add(LeftThreads.of("a jar from " + Address.text(arrival.from()), List.of(hung)));
    }
    refuse(nowNanos, arrival, refusal);
  }

  private void look(Arrival arrival, Upload upload, byte[] bytes) {
    Thread self = Thread.currentThread();
    ClassLoader own = self.getContextClassLoader();
    JarClassLoader classes = null;
    JarRefusal refusal;
    try {
      SignedJar jar = Candidate.opened(upload, bytes, network, clock.instant());
      if (!upload.order().anyVersion()) {
        versions.require(jar.statement());
      }
      String version = jar.statement().service() + "@" + jar.statement().version();
      classes = new JarClassLoader(version, jar.contents());
      self.setContextClassLoader(classes); // what it starts is known by that
      Candidate candidate = Candidate.of(jar, classes, upload.order(), network);
      enter(now -> looked(now, arrival, candidate));
      return;
    } catch (JarRefusal e) {
      refusal = e;
    } catch (RuntimeException | Error e) {
      // Whatever the jar's own code did; the thread is its own and ends here.
      refusal = new JarRefusal(Reason.NOT_LOADABLE, e.toString());
    }
    self.setContextClassLoader(own);
    refuseBeside(arrival, classes, refusal);
  }

  private void refuseBeside(Arrival arrival, @Nullable JarClassLoader classes, JarRefusal refusal) {
    List<Left> more = classes == null ? List.of() : List.of(LeftThreads.after("it", classes));
    enter(
        now -> {
          if (arrival.state() == Arrival.State.LOOKED_AT) {
            more.forEach(left::add);
            String message = refusal.getMessage() + LeftThreads.text(more);
            refuse(now, arrival, new JarRefusal(refusal.reason(), message));
          }
        });
  }

  private void looked(long nowNanos, Arrival arrival, Candidate candidate) {
    if (arrival.state() != Arrival.State.LOOKED_AT) {
      return; // it was too late
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
      arrival.enters(nowNanos, Arrival.State.STARTING);
      begin(new Replacement(arrival, loaded, place.instead()));
    } catch (JarRefusal e) {
      refuse(nowNanos, arrival, e);
    }
  }

  private Shelf.Origin origin(Arrival arrival, Candidate candidate) {
    return new Shelf.Origin(
        candidate.jar().statement().service(),
        candidate.jar().statement().version(),
        candidate.jar().keyId(),
        candidate.jar().sha256(),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        Address.text(arrival.from()));
  }

  /**
   * A service that comes.
   *
   * @param before who gives way; null if no one does
   */
  private record Replacement(Arrival arrival, Shelf.Loaded wanted, Shelf.@Nullable Loaded before) {}

  private void begin(Replacement replacement) {
    List<Command.Operation> operations = new ArrayList<>();
    if (replacement.before != null) {
      operations.add(new Command.StopService(replacement.before.name()));
    }
    operations.add(new Command.StartService(replacement.wanted.entry()));
    doorway.operate(operations, replies -> enter(now -> started(now, replacement, replies)));
  }

  private void started(long nowNanos, Replacement replacement, List<Reply> replies) {
    Shelf.Loaded wanted = replacement.wanted;
    Shelf.Loaded before = replacement.before;
    Reply last = last(replies);
    if (last.ok()) {
      loads++;
      shelf.put(wanted);
      versions.had(wanted.statement());
      context.note(nowNanos, "loaded", wanted.detail());
      after(
          before == null ? List.of() : List.of(before),
          (more, now) -> loaded(now, replacement, last, more));
    } else if (before != null && replies.size() > 1) {
      // So that a bad version does not cost the good one.
      doorway.operate(
          List.of(new Command.StartService(before.entry())),
          again ->
              enter(now -> startedAgain(now, replacement, before, last.message(), last(again))));
    } else {
      notStarted(replacement.arrival, List.of(wanted), last.message());
    }
  }

  private static Reply last(List<Reply> replies) {
    return replies.isEmpty() ? Reply.refused("the node is closed") : replies.getLast();
  }

  private void loaded(long nowNanos, Replacement replacement, Reply reply, List<Left> more) {
    Shelf.Loaded before = replacement.before;
    Loaded facts =
        new Loaded(
            context.nodeName(),
            replacement.wanted.facts(),
            before == null ? "" : before.statement().version(),
            failure(reply),
            LeftThreads.text(more));
    loader.loaded(nowNanos, replacement.arrival, facts);
    finish(nowNanos, replacement.arrival);
  }

  private void notStarted(Arrival arrival, List<Shelf.Loaded> gone, String why) {
    after(
        gone,
        (more, now) -> {
          String message = why + LeftThreads.text(more);
          refuse(now, arrival, new JarRefusal(Reason.NOT_STARTED, message));
        });
  }

  /** What a service that has started has failed at since; empty if at nothing. */
  private static String failure(Reply started) {
    return started.facts() instanceof NodeFacts.OfService service
        ? Objects.requireNonNullElse(service.containment().lastFailure(), "")
        : "";
  }

  /** The one that gave way has begun again, or has not. */
  private void startedAgain(
      long nowNanos, Replacement replacement, Shelf.Loaded before, String why, Reply reply) {
    String version = before.statement().version();
    String failure = failure(reply);
    String state;
    String then;
    if (!reply.ok()) {
      state = "lost";
      then = "; and " + version + ", which gave way, did not start again: " + reply.message();
      shelf.remove(before.name());
      context.note(nowNanos, "unloaded", before.detail());
    } else {
      state = failure.isEmpty() ? "restored" : "failing";
      then =
          "; "
              + version
              + " was started again in its place"
              + (failure.isEmpty() ? "" : ", and has failed since: " + failure);
    }
    rollbacks.merge(state, 1L, Long::sum);
    context.note(
        nowNanos,
        "rolled-back",
        Note.of("name", before.name()).and("version", version).and("state", state));
    notStarted(
        replacement.arrival,
        reply.ok() ? List.of(replacement.wanted) : List.of(replacement.wanted, before),
        why + then);
  }

  /** Has a service stopped and forgotten. */
  void unload(Shelf.Loaded loaded, ObjLongConsumer<Reply> then) {
    doorway.operate(
        List.of(new Command.StopService(loaded.name())),
        replies -> enter(now -> stopped(now, loaded, last(replies), then)));
  }

  private void stopped(
      long nowNanos, Shelf.Loaded loaded, Reply reply, ObjLongConsumer<Reply> then) {
    // Who was stopped by its own name before is not on the menu, and may go as well.
    if (!reply.ok() && !reply.message().startsWith("no service `" + loaded.name() + "`")) {
      context.note(nowNanos, "not-unloaded", Note.of("name", loaded.name()));
      then.accept(reply, nowNanos);
      return;
    }
    shelf.remove(loaded.name());
    context.note(nowNanos, "unloaded", loaded.detail());
    after(
        List.of(loaded),
        (more, now) -> {
          Unloaded unloaded = new Unloaded(loaded.facts(), LeftThreads.text(more));
          then.accept(Reply.of(unloaded), now);
        });
  }

  /** Whether a service comes or goes this very moment. */
  boolean isStarting() {
    return current != null && current.state() == Arrival.State.STARTING;
  }

  /** Goes on when it is known which threads those that have gone have left. */
  private void after(List<Shelf.Loaded> gone, ObjLongConsumer<List<Left>> then) {
    if (gone.isEmpty()) {
      enter(now -> then.accept(List.of(), now));
      return;
    }
    beside(
        () -> {
          List<Left> found = new ArrayList<>();
          for (Shelf.Loaded each : gone) {
            found.add(LeftThreads.after(each.candidate().text(), each.candidate().classes()));
          }
          enter(
              now -> {
                found.forEach(left::add);
                then.accept(found, now);
              });
        });
  }

  void stop() {
    Thread hung = looking;
    if (hung != null) {
      hung.interrupt();
    }
    waiting.clear();
    shelf.clear();
    left.clear();
  }

  /** A service that was loaded, in place of which, and what it failed at since. */
  record Loaded(
      String node, @Inline Shelf.Shown service, String replaced, String failed, String left)
      implements Facts {}

  /** A service that was unloaded, and the threads that it left. */
  record Unloaded(@Inline Shelf.Shown service, String left) implements Facts {}

  /** What is shown of services that have come. */
  record Shown(
      long loaded,
      SequencedMap<String, Long> rolledBack,
      SequencedMap<String, String> versions,
      List<Shelf.Shown> services,
      List<LeftThreads.Shown> left)
      implements Facts {}

  Shown facts() {
    return new Shown(
        loads, new LinkedHashMap<>(rollbacks), versions.facts(), shelf.facts(), left.facts());
  }
}
