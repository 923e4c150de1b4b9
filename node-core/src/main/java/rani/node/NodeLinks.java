// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.link.ForwardedFlows;
import rani.link.IngressRules;
import rani.link.LinkConfig;
import rani.link.LinkHello;
import rani.link.LinkPort;
import rani.link.LinkSeal;
import rani.link.WireImpairment;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * The ends of a node's links: those of its configuration, and those added and removed while it
 * runs. The number of a link is never reused, so that no state of an old link can be taken for a
 * new link's.
 */
final class NodeLinks {
  private @Nullable End[] byNumber = new End[4];
  private final List<End> ends = new ArrayList<>();
  private List<LinkConfig> configs = List.of();
  private boolean[] given = new boolean[4];
  private int removed;

  /**
   * One end of a link. Values that every packet needs are repeated from the configuration at the
   * start; later changes are in port and wire.
   */
  record End(
      LinkConfig config,
      LinkPort port,
      LinkHello hello,
      WireImpairment wire,
      LinkSeal seal,
      IngressRules rules,
      ForwardedFlows forwarded,
      int number,
      int neighbour,
      int mtuBytes) {
    End(
        LinkConfig config,
        LinkPort port,
        LinkHello hello,
        WireImpairment wire,
        LinkSeal seal,
        IngressRules rules) {
      this(
          config,
          port,
          hello,
          wire,
          seal,
          rules,
          new ForwardedFlows(),
          config.id().number(),
          config.neighbour(),
          config.mtuBytes());
    }
  }

  @Nullable End end(int number) {
    return number < byNumber.length ? byNumber[number] : null;
  }

  End end(LinkId link) {
    End end = end(link.number());
    if (end == null) {
      throw new IllegalArgumentException("there is no " + link);
    }
    return end;
  }

  @Nullable LinkPort port(int number) {
    End end = end(number);
    return end == null ? null : end.port();
  }

  List<End> ends() {
    return ends;
  }

  List<LinkConfig> configs() {
    return configs;
  }

  /** Reports whether a number belongs to a present or removed link. */
  boolean isGiven(LinkId link) {
    return link.number() < given.length && given[link.number()];
  }

  int removed() {
    return removed;
  }

  void add(End end) {
    int number = end.config().id().number();
    if (number >= byNumber.length) {
      int length = Math.max(number + 1, 2 * byNumber.length);
      byNumber = Arrays.copyOf(byNumber, length);
      given = Arrays.copyOf(given, length);
    }
    byNumber[number] = end;
    given[number] = true;
    ends.add(end);
    configs = ends.stream().map(End::config).toList();
  }

  /** Removes a link: drops the frames in its port, removes its rules, cancels its timers. */
  void remove(long nowNanos, End end) {
    removed++;
    int number = end.config().id().number();
    byNumber[number] = null;
    ends.remove(end);
    configs = ends.stream().map(End::config).toList();
    end.hello().end(nowNanos);
    end.rules().end(nowNanos);
    end.port().end(nowNanos);
  }

  Reply offer(Command.OfferKey offer) {
    End end = end(offer.link().number());
    return end == null ? Reply.DONE : reply(end.seal().offer(offer.keys()));
  }

  Reply use(Command.UseKey use) {
    End end = end(use.link().number());
    return end == null ? Reply.DONE : reply(end.seal().use(use.keyId()));
  }

  private static Reply reply(@Nullable String refusal) {
    return refusal == null ? Reply.DONE : Reply.refused(refusal);
  }

  void each(Consumer<End> action) {
    ends.forEach(action);
  }
}
