// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.NodeFacts;
import rani.node.RouteFacts;
import rani.nodehost.conversation.NodeOverview;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.RunningEvents;
import rani.testbed.RunningLab;

/** Shows a running network. One thread polls the nodes while a page is connected. */
public final class LiveFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

  /** The shortest interval of polls; networks of more than 50 nodes are polled less often. */
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final long LOOK_NANOS_PER_NODE = 10_000_000;

  /** Consecutive polls without any answer after which the run counts as ended. */
  private static final int SILENT_LOOKS_MAX = 2;

  private final RunningLab lab;
  private final Function<String, CommandResult> console;
  private final List<LiveFollower> followers = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch seen = new CountDownLatch(1);
  private LiveRecorder recorder;
  private Topology topology;
  private @Nullable News over;
  private @Nullable Thread looker;

  /** Creates a feed; {@code console} executes commands that a user types into a page. */
  public LiveFeed(RunningLab lab, Function<String, CommandResult> console) throws LabFailure {
    this.lab = lab;
    this.console = console;
    this.topology = lab.topology();
    this.recorder = recorder();
  }

  private LiveRecorder recorder() throws LabFailure {
    SequencedMap<String, LinkNumbers> numbers = new LinkedHashMap<>();
    List<String> alive = lab.alive();
    for (String node : topology.nodeNames()) {
      numbers.put(node, alive.contains(node) ? lab.linkNumbers(node) : LinkNumbers.of(topology));
    }
    return new LiveRecorder(
        new NetworkModel(
            topology,
            (node, link) -> numbers.getOrDefault(node, LinkNumbers.of(topology)).at(node, link)));
  }

  @Override
  public synchronized String recording() {
    List<String> remarks = List.of("Nodes are looked at every " + lookMillis() + " ms.");
    return recorder
        .recording()
        .json(
            new Recording.Head(
                lab.name(), "live", true, lookMillis() / 1000.0, null, null, remarks),
            Positions.read(lab.directory().path()));
  }

  private long lookMillis() {
    long nanos = Math.max(LOOK_EVERY.toNanos(), LOOK_NANOS_PER_NODE * topology.nodes().size());
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public synchronized LiveFollower follow() {
    LiveFollower follower = new LiveFollower().among(followers);
    if (over != null) {
      follower.offer(over);
    } else if (looker == null) {
      looker = Thread.ofPlatform().daemon().name("rani-window").start(this::look);
    }
    seen.countDown();
    return follower;
  }

  /** Waits until a page has connected once; returns false after {@code patience}. */
  public boolean awaitPage(Duration patience) throws InterruptedException {
    return seen.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void look() {
    try (RunningEvents events = lab.events(topology.ownNames())) {
      int silent = 0;
      while (!closed.await(lookMillis(), TimeUnit.MILLISECONDS)) {
        synchronized (this) {
          if (followers.isEmpty()) {
            looker = null;
            return;
          }
        }
        if (!isSameNetwork(lab.topology())) {
          begin();
          return;
        }
        SequencedMap<String, NodeOverview> looks = lab.askAll(StatusQuery.LOOK);
        SequencedMap<String, NodeFacts.Links> links = lab.askAll(StatusQuery.LINKS);
        lab.directory().goNanos().ifPresent(recorder::go);
        List<JsonObject> happened = new ArrayList<>();
        for (JsonObject event = events.next(Duration.ZERO);
            event != null;
            event = events.next(Duration.ZERO)) {
          happened.add(event);
        }
        silent = looks.isEmpty() ? silent + 1 : 0;
        var ways = recorder.ways().areDue() ? recorder.ways().ask(this::routes) : null;
        synchronized (this) {
          tell(
              new News(
                  "message", Json.print(recorder.take(looks, links, happened, ways, menus()))));
        }
        if (silent >= SILENT_LOOKS_MAX) {
          end("The run has ended.");
          return;
        }
      }
    } catch (LabFailure e) {
      end("The run cannot be seen any more: " + e.getMessage() + ".");
    } catch (RuntimeException e) {
      // pages would freeze without a last event
      LOG.error("the window of {} cannot go on", lab.name(), e);
      end("The run cannot be seen any more: " + e + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the names of each node's services, in the node order of the topology. */
  private List<List<String>> menus() throws LabFailure {
    return lab.topology().nodes().stream()
        .map(node -> List.copyOf(node.services().sequencedKeySet()))
        .toList();
  }

  /** Returns whether nodes and links are those of the recording; their settings may differ. */
  private boolean isSameNetwork(Topology now) {
    return now.nodeNames().equals(topology.nodeNames())
        && linkNames(now).equals(linkNames(topology));
  }

  private static List<String> linkNames(Topology of) {
    return of.links().stream().map(TopologyLink::name).toList();
  }

  private SequencedMap<String, RouteFacts.Route> routes(String node) throws LabFailure {
    return lab.show(node, StatusQuery.ROUTES).routes();
  }

  private void tell(News told) {
    followers.forEach(follower -> follower.offer(told));
  }

  /** Starts a new recording after nodes or links have changed, and has pages load it. */
  private synchronized void begin() throws LabFailure {
    topology = lab.topology();
    LiveRecorder next = recorder();
    next.goOn(recorder);
    recorder = next;
    looker = null;
    followers.forEach(LiveFollower::reload);
  }

  private synchronized void end(String why) {
    News last = new News("over", Json.print(Map.of("why", why)));
    over = last;
    looker = null;
    tell(last);
  }

  @Override
  public CommandResult execute(String line) {
    return console.apply(line);
  }

  @Override
  public void keep(String positions) throws LabFailure {
    Positions.write(lab.directory().path(), positions);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
