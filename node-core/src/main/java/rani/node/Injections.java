// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.List;
import rani.world.Reply;
import rani.world.Timers;

final class Injections {
  static final int UNDER_WAY_MAX = 64;

  /** The number of packets that one timer sends; the next timer sends the rest at the same time. */
  private static final int PACKETS_AT_ONCE_MAX = 64;

  private final Node node;
  private final Timers timers;
  private final List<Injection> underWay = new ArrayList<>();

  Injections(Node node, Timers timers) {
    this.node = node;
    this.timers = timers;
  }

  Reply begin(long nowNanos, Command.Inject what) {
    if (underWay.size() == UNDER_WAY_MAX) {
      return Reply.refused(UNDER_WAY_MAX + " injections are under way already");
    }
    Injection injection = new Injection(what, nowNanos);
    underWay.add(injection);
    injection.due(nowNanos);
    return Reply.of(new NodeFacts.Injected(injection.sent, what.count() - injection.sent));
  }

  boolean isPending() {
    return !underWay.isEmpty();
  }

  void stop() {
    underWay.forEach(injection -> injection.timer.retire());
    underWay.clear();
  }

  private final class Injection implements Timers.Due {
    private final Command.Inject what;
    private final Timers.Timer timer;
    private long dueNanos;
    private int sent;

    Injection(Command.Inject what, long firstNanos) {
      this.what = what;
      this.timer = timers.timer(this);
      this.dueNanos = firstNanos;
    }

    @Override
    public void due(long nowNanos) {
      for (int n = 0; n < PACKETS_AT_ONCE_MAX && sent < what.count() && dueNanos <= nowNanos; n++) {
        sent++;
        dueNanos += what.gapNanos();
        node.originate(nowNanos, node.originator().planned(what.packet()));
      }
      if (sent < what.count()) {
        timer.armAt(dueNanos);
      } else {
        timer.retire();
        underWay.remove(this);
      }
    }
  }
}
