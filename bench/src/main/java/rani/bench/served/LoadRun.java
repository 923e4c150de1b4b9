// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import java.io.IOException;
import java.io.InputStream;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.ServiceProvider;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/** Loads a service onto a new node and shows it a packet: from the module's bytes to its fate. */
public final class LoadRun {
  /** The hidden verb that does the same in a JVM as every verb has it, with its AOT cache. */
  public static final String VERB = "bench-load";

  private static final QueueConfig DROP_TAIL = QueueConfig.dropTail(400);

  private LoadRun() {}

  /** Prints the nanoseconds of one load in a JVM of its own: of a module, or of a Java service. */
  public static void main(String[] arguments) throws IOException {
    long _ = ofJava(); // the node's own classes, which a running node has
    boolean isPeer = arguments.length > 0 && arguments[0].equals("java");
    byte[] module = module("load");
    System.out.println("nanos " + (isPeer ? ofJava() : ofModule(module)));
  }

  static long ofModule(byte[] module) {
    long beganNanos = System.nanoTime();
    shown(read(module).provider());
    return System.nanoTime() - beganNanos;
  }

  static long ofJava() {
    long beganNanos = System.nanoTime();
    shown(JavaPeers.monitor());
    return System.nanoTime() - beganNanos;
  }

  private static void shown(ServiceProvider provider) {
    FrameReplay node =
        new FrameReplay(Rate.UNLIMITED, DROP_TAIL, provider, provider.activeNumber(), 1);
    if (node.turn() != 1) {
      throw new IllegalStateException("the packet was not sent on");
    }
    node.close();
  }

  /** Returns a module of this bench. */
  static SandboxedCode read(byte[] module) {
    try {
      return SandboxedCode.of(module);
    } catch (CodeRefusal e) {
      throw new IllegalStateException("a module of the bench is refused: " + e.getMessage(), e);
    }
  }

  static byte[] module(String name) throws IOException {
    String file = "/rani/bench/wasm/" + name + ".wasm";
    try (InputStream in = LoadRun.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("rani.bench has no " + file);
      }
      return in.readAllBytes();
    }
  }
}
