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
 * What a node shows of itself.
 *
 * @param kind what it shows of that
 */
public record Show<A extends Facts>(Subject subject, Class<A> kind) implements Query<A> {
  public static final Show<NodeFacts.Status> STATUS =
      new Show<>(Subject.STATUS, NodeFacts.Status.class);

  public static final Show<NodeFacts.Counters> COUNTERS =
      new Show<>(Subject.COUNTERS, NodeFacts.Counters.class);

  public static final Show<NodeFacts.Links> LINKS =
      new Show<>(Subject.LINKS, NodeFacts.Links.class);

  public static final Show<NodeFacts.Queues> QUEUES =
      new Show<>(Subject.QUEUES, NodeFacts.Queues.class);

  public static final Show<NodeFacts.Flows> FLOWS =
      new Show<>(Subject.FLOWS, NodeFacts.Flows.class);

  public static final Show<NodeFacts.Filters> FILTERS =
      new Show<>(Subject.FILTERS, NodeFacts.Filters.class);

  public static final Show<RouteFacts> ROUTES = new Show<>(Subject.ROUTES, RouteFacts.class);

  public static final Show<NodeFacts.Services> SERVICES =
      new Show<>(Subject.SERVICES, NodeFacts.Services.class);

  /** Each of them. */
  public static final List<Show<?>> ALL =
      List.of(STATUS, COUNTERS, LINKS, QUEUES, FLOWS, FILTERS, ROUTES, SERVICES);

  /** That of a subject. */
  public static Show<?> of(Subject subject) {
    return ALL.stream().filter(each -> each.subject == subject).findFirst().orElseThrow();
  }

  /** The subject as paths and keys have it. */
  public String word() {
    return subject.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String path() {
    return "/" + word();
  }

  @Override
  public A answer(NodeView node) throws LabFailure {
    Reply reply = node.handle(new Command.Show(subject));
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
    return kind.cast(reply.facts());
  }
}
