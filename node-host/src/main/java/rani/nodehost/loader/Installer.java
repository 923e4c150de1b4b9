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
import rani.live.EventLoopGate;
import rani.model.jar.JarClassLoader;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.SignedJar;
import rani.model.topology.Topology;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.loader.LeakedThreads.Left;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;
import rani.world.Reply;

/**
 * Verifies jars and puts their services on a node's menu, one jar at a time in the order of
 * arrival; also removes such services. Other threads do the work that would block the node.
 */
final class Installer {
  private final EventLoopGate gate;
  private final Topology network;
  private final InstantSource clock;
  private final ServiceContext context;
  private final Loader loader;
  private final LoadedServices shelf = new LoadedServices();
  private final VersionHistory versions = new VersionHistory();
  private final LeakedThreads left = new LeakedThreads();
  private final Deque<Whole> waiting = new ArrayDeque<>();
  private final SequencedMap<String, Long> rollbacks = new LinkedHashMap<>();
  private @Nullable UploadConnection current;
  private @Nullable Thread looking;
  private long loads;

  /** A complete jar in the queue. */
  private record Whole(UploadConnection arrival, PendingUploads.Order order, byte[] jar) {}

  Installer(
      EventLoopGate gate,
      Topology network,
      InstantSource clock,
      ServiceContext context,
      Loader loader) {
    this.gate = gate;
    this.network = network;
    this.clock = clock;
    this.context = context;
    this.loader = loader;
  }

  LoadedServices shelf() {
    return shelf;
  }

  void add(long nowNanos, UploadConnection arrival, PendingUploads.Order order, byte[] jar) {
    waiting.add(new Whole(arrival, order, jar));
    next(nowNanos);
  }

  private void next(long nowNanos) {
    Whole first = current == null ? waiting.poll() : null;
    if (first == null) {
      return;
    }
    current = first.arrival;
    first.arrival.enters(nowNanos, UploadConnection.State.LOOKED_AT);
    looking = beside(() -> look(first.arrival, first.order.upload(), first.jar));
  }

  private void enter(LongConsumer action) {
    gate.enter(action, () -> {});
  }

  private Thread beside(Runnable task) {
    return Thread.ofPlatform().daemon(true).name("rani-loader-" + context.nodeName()).start(task);
  }

  /** Begins with the next jar after the answer to the current one. */
  private void finish(long nowNanos, UploadConnection arrival) {
    if (current == arrival) {
      current = null;
      looking = null;
      next(nowNanos);
    }
  }

  private void refuse(long nowNanos, UploadConnection arrival, JarRefusal refusal) {
    loader.refused(nowNanos, arrival, refusal);
    finish(nowNanos, arrival);
  }

  /** Refuses a jar whose verification exceeds the time limit, and interrupts the verification. */
  void giveUp(long nowNanos, UploadConnection arrival, JarRefusal refusal) {
    Thread hung = looking;
    if (arrival == current && hung != null) {
      hung.interrupt();
      left.add(LeakedThreads.of("a jar from " + Address.text(arrival.from()), List.of(hung)));
    }
    refuse(nowNanos, arrival, refusal);
  }

  private void look(UploadConnection arrival, Upload upload, byte[] bytes) {
    Thread self = Thread.currentThread();
    ClassLoader own = self.getContextClassLoader();
    JarClassLoader classes = null;
    JarRefusal refusal;
    try {
      SignedJar jar =
          VerifiedService.opened(upload, bytes, network, context.nodeName(), clock.instant());
      if (!upload.order().anyVersion()) {
        versions.require(jar.statement());
      }
      String version = jar.statement().service() + "@" + jar.statement().version();
      classes = new JarClassLoader(version, jar.contents());
      self.setContextClassLoader(classes); // threads that the jar's code starts inherit it
      VerifiedService candidate = VerifiedService.of(jar, classes, upload.order(), network);
      enter(now -> looked(now, arrival, candidate));
      return;
    } catch (JarRefusal e) {
      refusal = e;
    } catch (RuntimeException | Error e) {
      // Any error of the jar's code, on a thread of its own that ends here.
      refusal = new JarRefusal(Reason.NOT_LOADABLE, e.toString());
    }
    self.setContextClassLoader(own);
    refuseBeside(arrival, classes, refusal);
  }

  private void refuseBeside(
      UploadConnection arrival, @Nullable JarClassLoader classes, JarRefusal refusal) {
    List<Left> more = classes == null ? List.of() : List.of(LeakedThreads.after("it", classes));
    enter(
        now -> {
          if (arrival.state() == UploadConnection.State.LOOKED_AT) {
            more.forEach(left::add);
            String message = refusal.getMessage() + LeakedThreads.text(more);
            refuse(now, arrival, new JarRefusal(refusal.reason(), message));
          }
        });
  }

  private void looked(long nowNanos, UploadConnection arrival, VerifiedService candidate) {
    if (arrival.state() != UploadConnection.State.LOOKED_AT) {
      return; // it was refused at the time limit
    }
    looking = null;
    try {
      if (loads == LoaderLimits.LOADS_MAX) {
        throw new JarRefusal(
            Reason.TOO_MANY, "a node loads at most " + LoaderLimits.LOADS_MAX + " services");
      }
      LoadedServices.Place place = shelf.placeFor(candidate);
      LoadedServices.Loaded loaded =
          new LoadedServices.Loaded(
              place.name(), place.number(), candidate, origin(arrival, candidate));
      arrival.enters(nowNanos, UploadConnection.State.STARTING);
      begin(new Replacement(arrival, loaded, place.instead()));
    } catch (JarRefusal e) {
      refuse(nowNanos, arrival, e);
    }
  }

  private LoadedServices.Origin origin(UploadConnection arrival, VerifiedService candidate) {
    return new LoadedServices.Origin(
        candidate.jar().statement().service(),
        candidate.jar().statement().version(),
        candidate.jar().keyId(),
        candidate.jar().sha256(),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        Address.text(arrival.from()));
  }

  /** A service to be put on the menu; {@code before} is the version to replace, or null. */
  private record Replacement(
      UploadConnection arrival,
      LoadedServices.Loaded wanted,
      LoadedServices.@Nullable Loaded before) {}

  private void begin(Replacement replacement) {
    List<Command.Operation> operations = new ArrayList<>();
    if (replacement.before != null) {
      operations.add(new Command.StopService(replacement.before.name()));
    }
    operations.add(new Command.StartService(replacement.wanted.entry()));
    gate.operate(operations, replies -> enter(now -> started(now, replacement, replies)));
  }

  private void started(long nowNanos, Replacement replacement, List<Reply> replies) {
    LoadedServices.Loaded wanted = replacement.wanted;
    LoadedServices.Loaded before = replacement.before;
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
      // The old version was stopped, and must not be lost because the new one does not start.
      gate.operate(
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
    LoadedServices.Loaded before = replacement.before;
    Loaded facts =
        new Loaded(
            context.nodeName(),
            replacement.wanted.facts(),
            before == null ? "" : before.statement().version(),
            failure(reply),
            LeakedThreads.text(more));
    loader.loaded(nowNanos, replacement.arrival, facts);
    finish(nowNanos, replacement.arrival);
  }

  private void notStarted(UploadConnection arrival, List<LoadedServices.Loaded> gone, String why) {
    after(
        gone,
        (more, now) -> {
          String message = why + LeakedThreads.text(more);
          refuse(now, arrival, new JarRefusal(Reason.NOT_STARTED, message));
        });
  }

  /** Returns the failure of a service that has started; empty if there was none. */
  private static String failure(Reply started) {
    return started.facts() instanceof NodeFacts.OfService service
        ? Objects.requireNonNullElse(service.containment().lastFailure(), "")
        : "";
  }

  /** Reports whether the old version has started again after the new version did not start. */
  private void startedAgain(
      long nowNanos,
      Replacement replacement,
      LoadedServices.Loaded before,
      String why,
      Reply reply) {
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

  /** Stops a service and removes it from the menu. */
  void unload(LoadedServices.Loaded loaded, ObjLongConsumer<Reply> then) {
    gate.operate(
        List.of(new Command.StopService(loaded.name())),
        replies -> enter(now -> stopped(now, loaded, last(replies), then)));
  }

  private void stopped(
      long nowNanos, LoadedServices.Loaded loaded, Reply reply, ObjLongConsumer<Reply> then) {
    // A service that its operator has stopped by name is off the menu, and can be unloaded, too.
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
          Unloaded unloaded = new Unloaded(loaded.facts(), LeakedThreads.text(more));
          then.accept(Reply.of(unloaded), now);
        });
  }

  /** Reports whether a service is being put on the menu. */
  boolean isStarting() {
    return current != null && current.state() == UploadConnection.State.STARTING;
  }

  /** Searches for leaked threads of removed services on another thread, then continues. */
  private void after(List<LoadedServices.Loaded> gone, ObjLongConsumer<List<Left>> then) {
    if (gone.isEmpty()) {
      enter(now -> then.accept(List.of(), now));
      return;
    }
    beside(
        () -> {
          List<Left> found = new ArrayList<>();
          for (LoadedServices.Loaded each : gone) {
            found.add(LeakedThreads.after(each.candidate().text(), each.candidate().classes()));
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

  /** Facts about a service that was loaded; texts are empty if there is nothing to report. */
  record Loaded(
      String node,
      @Inline LoadedServices.Shown service,
      String replaced,
      String failed,
      String left)
      implements Facts {}

  /** Facts about a service that was unloaded; {@code left} names its leaked threads. */
  record Unloaded(@Inline LoadedServices.Shown service, String left) implements Facts {}

  record Shown(
      long loaded,
      SequencedMap<String, Long> rolledBack,
      SequencedMap<String, String> versions,
      List<LoadedServices.Shown> services,
      List<LeakedThreads.Shown> left)
      implements Facts {}

  Shown facts() {
    return new Shown(
        loads, new LinkedHashMap<>(rollbacks), versions.facts(), shelf.facts(), left.facts());
  }
}
