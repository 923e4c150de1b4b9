// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import rani.testbed.session.Closing;

/**
 * Connections to an agent that have not sent the token yet, limited in number and time. If the
 * limit is reached, a new connection replaces the oldest one of the address with the most
 * connections. The time limit is for the whole greeting.
 */
final class UnauthenticatedConnections {
  private final int max;
  private final Duration patience;

  /** Timers of the connections, in order of arrival. */
  private final Map<Socket, Future<?>> waiting = new LinkedHashMap<>();

  UnauthenticatedConnections(int max, Duration patience) {
    this.max = max;
    this.patience = patience;
  }

  synchronized void come(Socket socket) {
    if (waiting.size() == max) {
      Socket crowding = crowding();
      boolean _ = leave(crowding);
      Closing.quietly(crowding);
    }
    CompletableFuture<Socket> late =
        new CompletableFuture<Socket>()
            .completeOnTimeout(socket, patience.toMillis(), TimeUnit.MILLISECONDS);
    waiting.put(socket, late);
    var _ =
        late.thenAccept(
            each -> {
              if (leave(each)) {
                Closing.quietly(each);
              }
            });
  }

  /** Removes a connection that ended or was authenticated; false if it was removed before. */
  synchronized boolean leave(Socket socket) {
    Future<?> timer = waiting.remove(socket);
    if (timer != null) {
      timer.cancel(false);
    }
    return timer != null;
  }

  /** Returns the oldest connection of the address with the most connections. */
  private Socket crowding() {
    Map<InetAddress, List<Socket>> places = new LinkedHashMap<>();
    for (Socket each : waiting.keySet()) {
      places.computeIfAbsent(each.getInetAddress(), address -> new ArrayList<>()).add(each);
    }
    List<Socket> most = List.of();
    for (List<Socket> each : places.values()) {
      most = each.size() > most.size() ? each : most;
    }
    return most.getFirst();
  }
}
