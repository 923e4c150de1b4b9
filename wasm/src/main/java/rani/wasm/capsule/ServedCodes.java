// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.service.ServiceContext;
import rani.wasm.CodeHash;

/** The connections by which neighbours fetch code from this node. */
final class ServedCodes {
  private final ServiceContext node;
  private final CapsuleHost host;
  private final CodeStore store;
  private final CapsuleCounts counts;
  private final List<CodeServing> serving = new ArrayList<>();

  ServedCodes(ServiceContext node, CapsuleHost host, CodeStore store, CapsuleCounts counts) {
    this.node = node;
    this.host = host;
    this.store = store;
    this.counts = counts;
  }

  /** Returns the user of a connection; null if it is not a neighbour's, or there are too many. */
  @Nullable RdpApplication accept(long nowNanos, RdpConnection connection) {
    int from = connection.remoteAddress();
    long ofNeighbour = serving.stream().filter(each -> each.neighbour() == from).count();
    if (node.linkTo(from) == null
        || serving.size() >= CapsuleLimits.SERVED_MAX
        || ofNeighbour >= CapsuleLimits.SERVED_TO_NEIGHBOUR_MAX) {
      return null;
    }
    CodeServing made =
        new CodeServing(nowNanos, from, node.buffers(), this::serve, serving::remove);
    serving.add(made);
    return made;
  }

  private byte @Nullable [] serve(CodeHash hash) {
    byte[] code = code(hash);
    if (code != null) {
      counts.served++;
      counts.servedBytes += code.length;
    }
    return code;
  }

  private byte @Nullable [] code(CodeHash hash) {
    CodeStore.Stored stored = store.use(hash);
    if (stored != null) {
      return stored.code();
    }
    for (CapsuleHost.Module each : host.modules()) {
      if (each.hash().equals(hash)) {
        return each.code();
      }
    }
    return null;
  }

  /** Ends what takes too long. */
  void look(long nowNanos) {
    List.copyOf(serving).forEach(each -> each.look(nowNanos));
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    long earliest = Long.MAX_VALUE;
    for (CodeServing each : serving) {
      earliest = Math.min(earliest, each.deadlineNanos());
    }
    return earliest;
  }
}
