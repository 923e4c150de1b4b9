// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.channel.ChannelHandlerContext;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/** Who is connected to a server; on its loop's thread alone. */
final class HttpConnections {
  private final HttpLimits limits;
  private final SequencedSet<ChannelHandlerContext> strangers = new LinkedHashSet<>();
  private int count;

  HttpConnections(HttpLimits limits) {
    this.limits = limits;
  }

  /** Whether one more has room; of strangers the oldest makes room for it. */
  boolean come(ChannelHandlerContext connection) {
    count++;
    if (strangers.size() == limits.strangers()) {
      strangers.removeFirst().close();
    }
    strangers.add(connection);
    return count <= limits.connections();
  }

  /** One of its requests was admitted. */
  void admitted(ChannelHandlerContext connection) {
    strangers.remove(connection);
  }

  void gone(ChannelHandlerContext connection) {
    count--;
    strangers.remove(connection);
  }
}
