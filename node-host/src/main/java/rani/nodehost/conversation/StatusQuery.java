// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.Locale;
import rani.ground.LabFailure;
import rani.node.Command;
import rani.node.Command.Subject;
import rani.node.NodeFacts;
import rani.node.RouteFacts;
import rani.nodehost.edge.ProgramFacts;
import rani.world.Facts;
import rani.world.Reply;

/** A query for one aspect of a node's state, which {@code word} names in paths and keys. */
public record StatusQuery<A extends Facts>(String word, Class<A> kind, Teller<A> teller)
    implements Query<A> {
  public static final StatusQuery<NodeFacts.Status> STATUS =
      of(Subject.STATUS, NodeFacts.Status.class);
  public static final StatusQuery<NodeFacts.Counters> COUNTERS =
      of(Subject.COUNTERS, NodeFacts.Counters.class);
  public static final StatusQuery<NodeFacts.Links> LINKS = of(Subject.LINKS, NodeFacts.Links.class);
  public static final StatusQuery<NodeFacts.Queues> QUEUES =
      of(Subject.QUEUES, NodeFacts.Queues.class);
  public static final StatusQuery<NodeFacts.Lateness> LATENESS =
      of(Subject.LATENESS, NodeFacts.Lateness.class);
  public static final StatusQuery<NodeFacts.Flows> FLOWS = of(Subject.FLOWS, NodeFacts.Flows.class);
  public static final StatusQuery<NodeFacts.Filters> FILTERS =
      of(Subject.FILTERS, NodeFacts.Filters.class);
  public static final StatusQuery<RouteFacts> ROUTES = of(Subject.ROUTES, RouteFacts.class);
  public static final StatusQuery<NodeFacts.Services> SERVICES =
      of(Subject.SERVICES, NodeFacts.Services.class);

  /** Queries that are answered by a command to the node. */
  public static final List<StatusQuery<?>> SUBJECTS =
      List.of(STATUS, COUNTERS, LINKS, QUEUES, LATENESS, FLOWS, FILTERS, ROUTES, SERVICES);

  public static final StatusQuery<ConnectionWindows.Open> CONNECTIONS =
      new StatusQuery<>(
          "connections", ConnectionWindows.Open.class, node -> node.connections().open());

  public static final StatusQuery<CodeFacts.All> CODE =
      new StatusQuery<>("code", CodeFacts.All.class, node -> CodeFacts.of(node.ask(SERVICES)));

  public static final StatusQuery<NodeOverview> LOOK =
      new StatusQuery<>("look", NodeOverview.class, NodeOverview::at);

  /** Answered by live nodes only. */
  public static final StatusQuery<LiveWorldFacts> LIVE =
      new StatusQuery<>("live", LiveWorldFacts.class, NodeView::live);

  /** Answered by live nodes only. */
  public static final StatusQuery<NodeEvent.Last> LAST_EVENTS =
      new StatusQuery<>("events/last", NodeEvent.Last.class, NodeView::lastEvents);

  /** Answered by live nodes only. */
  public static final StatusQuery<ProgramFacts.All> PROGRAMS =
      new StatusQuery<>("programs", ProgramFacts.All.class, node -> node.edge().programs());

  public static final StatusQuery<ThreadStacks> THREADS =
      new StatusQuery<>("threads", ThreadStacks.class, _ -> ThreadStacks.now());

  /** Reads the answer from a node. */
  @FunctionalInterface
  interface Teller<A> {
    A of(NodeView node) throws LabFailure;
  }

  private static <A extends Facts> StatusQuery<A> of(Subject subject, Class<A> kind) {
    return new StatusQuery<>(
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

  public static StatusQuery<?> of(Subject subject) {
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
