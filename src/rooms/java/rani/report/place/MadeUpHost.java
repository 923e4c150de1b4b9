// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import rani.study.deal.TrialWorker;
import rani.testbed.host.WorkHost;
import rani.testbed.host.WorkerChannel;

/** A host whose workers are threads of this JVM, and which may lie, die, or be lost. */
final class MadeUpHost implements WorkHost {
  /** What becomes of each line that a worker says, counted from 0: others in its place. */
  interface Mouth {
    List<String> say(int number, String line);
  }

  /** Stands for the end of a worker's process behind its last line. */
  static final String DEATH = "{\"ended\":137,\"said\":\"out of memory\"}";

  /** Stands for the end of the connection. */
  static final String LOSS = "(lost)";

  private final String name;
  private final Path folder;
  private final Mouth mouth;
  private final AtomicInteger workers = new AtomicInteger();
  private final List<Runnable> ends = new ArrayList<>();
  private volatile boolean lost;
  private volatile boolean closed;

  MadeUpHost(String name, Path folder, Mouth mouth) {
    this.name = name;
    this.folder = folder;
    this.mouth = mouth;
  }

  /** A host that says what its workers say. */
  static MadeUpHost honest(String name, Path folder) {
    return new MadeUpHost(name, folder, (_, line) -> List.of(line));
  }

  String name() {
    return name;
  }

  int workers() {
    return workers.get();
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public About about() {
    return new About(name, "25", "made up");
  }

  @Override
  public WorkerChannel worker() throws IOException {
    Path own = Files.createDirectories(folder.resolve(name + "-" + workers.incrementAndGet()));
    Pipe orders = Pipe.open();
    Pipe said = Pipe.open();
    Pipe heard = Pipe.open();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (InputStream in = Channels.newInputStream(orders.source());
                  OutputStream out = Channels.newOutputStream(said.sink())) {
                TrialWorker.run(in, out, own, _ -> {});
              } catch (IOException e) {
                return; // the test has ended it
              }
            });
    Thread.ofPlatform().daemon().start(() -> relay(said, heard));
    Runnable end =
        () -> {
          try {
            orders.sink().close();
            heard.source().close();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    synchronized (ends) {
      ends.add(end);
    }
    return new WorkerChannel(
        Channels.newInputStream(heard.source()), Channels.newOutputStream(orders.sink()), end);
  }

  private void relay(Pipe from, Pipe to) {
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(Channels.newInputStream(from.source()), UTF_8));
        OutputStream out = Channels.newOutputStream(to.sink())) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (String each : mouth.say(number++, line)) {
          if (each.equals(LOSS)) {
            lost = true;
            return;
          }
          out.write((each + "\n").getBytes(UTF_8));
          if (each.equals(DEATH)) {
            return;
          }
        }
      }
    } catch (IOException e) {
      return; // the other end is closed
    }
  }

  @Override
  public Optional<String> lost() {
    return lost ? Optional.of("the link failed") : Optional.empty();
  }

  @Override
  public void close() {
    closed = true;
    List<Runnable> all;
    synchronized (ends) {
      all = List.copyOf(ends);
    }
    all.forEach(Runnable::run);
  }

  @Override
  public void abandon() {
    close();
  }
}
