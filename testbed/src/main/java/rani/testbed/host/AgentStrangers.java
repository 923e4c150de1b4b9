// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those at an agent's door who have not shown the token yet. There are few places. Who comes when
 * all are taken gets one of the address that has most: the oldest of its connections is ended. A
 * whole greeting has to be there in time, not each part of it.
 */
final class AgentStrangers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentStrangers.class);

  private final int max;
  private final Duration patience;

  /** In the order in which they came. */
  private final Map<Socket, Future<?>> waiting = new LinkedHashMap<>();

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  AgentStrangers(int max, Duration patience) {
    this.max = max;
    this.patience = patience;
  }

  /** One has come. */
  synchronized void come(Socket socket) {
    if (clock.isShutdown()) {
      end(socket);
      return;
    }
    if (waiting.size() == max) {
      endOneOf(crowd());
    }
    waiting.put(
        socket, clock.schedule(() -> endLate(socket), patience.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * One leaves, or was let in.
   *
   * @return whether it still had a place
   */
  synchronized boolean leave(Socket socket) {
    Future<?> timer = waiting.remove(socket);
    if (timer != null) {
      timer.cancel(false);
    }
    return timer != null;
  }

  /** The address with most places; of several that of the oldest connection. */
  private InetAddress crowd() {
    Map<InetAddress, Integer> places = new LinkedHashMap<>();
    waiting.keySet().forEach(socket -> places.merge(socket.getInetAddress(), 1, Integer::sum));
    Map.Entry<InetAddress, Integer> most = null;
    for (Map.Entry<InetAddress, Integer> each : places.entrySet()) {
      if (most == null || each.getValue() > most.getValue()) {
        most = each;
      }
    }
    if (most == null) {
      throw new IllegalStateException("no one is there");
    }
    return most.getKey();
  }

  private void endOneOf(InetAddress address) {
    for (Iterator<Map.Entry<Socket, Future<?>>> all = waiting.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Socket, Future<?>> one = all.next();
      if (one.getKey().getInetAddress().equals(address)) {
        all.remove();
        one.getValue().cancel(false);
        end(one.getKey());
        return;
      }
    }
  }

  private void endLate(Socket socket) {
    synchronized (this) {
      if (waiting.remove(socket) == null) {
        return;
      }
    }
    end(socket);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("cannot close a connection: {}", e.toString());
    }
  }

  /** No one else has a place. */
  @Override
  public synchronized void close() {
    clock.shutdownNow();
  }
}
