// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.Locale;
import rani.ground.LabFailure;
import rani.node.Command;
import rani.node.Command.Subject;
import rani.node.NodeFacts;
import rani.node.RouteFacts;
import rani.world.Facts;
import rani.world.Reply;

/**
 * What a node shows of itself to anyone who asks, without parameters.
 *
 * @param word as paths and keys have it
 * @param kind what it shows
 * @param teller where a node has it from
 */
public record Show<A extends Facts>(String word, Class<A> kind, Teller<A> teller)
    implements Query<A> {
  public static final Show<NodeFacts.Status> STATUS = of(Subject.STATUS, NodeFacts.Status.class);
  public static final Show<NodeFacts.Counters> COUNTERS =
      of(Subject.COUNTERS, NodeFacts.Counters.class);
  public static final Show<NodeFacts.Links> LINKS = of(Subject.LINKS, NodeFacts.Links.class);
  public static final Show<NodeFacts.Queues> QUEUES = of(Subject.QUEUES, NodeFacts.Queues.class);
  public static final Show<NodeFacts.Flows> FLOWS = of(Subject.FLOWS, NodeFacts.Flows.class);
  public static final Show<NodeFacts.Filters> FILTERS =
      of(Subject.FILTERS, NodeFacts.Filters.class);
  public static final Show<RouteFacts> ROUTES = of(Subject.ROUTES, RouteFacts.class);
  public static final Show<NodeFacts.Services> SERVICES =
      of(Subject.SERVICES, NodeFacts.Services.class);

  /** Each of a subject. */
  public static final List<Show<?>> SUBJECTS =
      List.of(STATUS, COUNTERS, LINKS, QUEUES, FLOWS, FILTERS, ROUTES, SERVICES);

  /** The RDP connections that its services have open. */
  public static final Show<ConnectionWindows.Open> CONNECTIONS =
      new Show<>("connections", ConnectionWindows.Open.class, node -> node.connections().open());

  public static final Show<Look> LOOK = new Show<>("look", Look.class, Look::at);

  /** Of live nodes. */
  public static final Show<Live> LIVE = new Show<>("live", Live.class, NodeView::live);

  /** Of live nodes. */
  public static final Show<NodeEvent.Last> LAST_EVENTS =
      new Show<>("events/last", NodeEvent.Last.class, NodeView::lastEvents);

  public static final Show<ThreadStacks> THREADS =
      new Show<>("threads", ThreadStacks.class, _ -> ThreadStacks.now());

  /** What a node knows. */
  @FunctionalInterface
  interface Teller<A> {
    /** Tells it, or throws {@link LabFailure} if there is none. */
    A of(NodeView node) throws LabFailure;
  }

  private static <A extends Facts> Show<A> of(Subject subject, Class<A> kind) {
    return new Show<>(
        word(subject),
        kind,
        node -> {
          Reply reply = node.handle(new Command.Show(subject));
          if (!reply.ok()) {
            throw new LabFailure(reply.message());
          }
          return kind.cast(reply.facts());
        });
  }

  /** That of a subject. */
  public static Show<?> of(Subject subject) {
    return SUBJECTS.stream()
        .filter(each -> each.word.equals(word(subject)))
        .findFirst()
        .orElseThrow();
  }

  private static String word(Subject subject) {
    return subject.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String path() {
    return "/" + word;
  }

  @Override
  public A answer(NodeView node) throws LabFailure {
    return teller.of(node);
  }
}
