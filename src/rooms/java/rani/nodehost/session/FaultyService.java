// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.world.Reply;

/** Does wrong on request: what no service of a node may do. */
public final class FaultyService implements Service {
  private static final int PIECE_BYTES = 1 << 16;
  private static final long LOOK_NANOS = 1_000_000;

  private final List<byte[]> eaten = new ArrayList<>();

  /** Puts it on a menu. */
  public static final class Provider implements ServiceProvider {
    @Override
    public int number() {
      return 900;
    }

    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return new FaultyService();
    }
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    eaten.clear();
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    switch (verb) {
      case "block" -> awaitFile(Path.of(arguments.getFirst()));
      case "hang" -> awaitFile(Path.of("/nowhere/at/all"));
      case "eat" -> eatTheHeap();
      default -> throw new IllegalArgumentException(verb);
    }
    return Reply.DONE;
  }

  private static void awaitFile(Path file) {
    while (!Files.exists(file)) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void eatTheHeap() {
    while (eaten.size() < Integer.MAX_VALUE) {
      eaten.add(new byte[PIECE_BYTES]);
    }
  }
}
