// SPDX-License-Identifier: Apache-2.0

/** Benchmarks: whole processes and the packet path, beside their peers. */
module rani.bench {
  requires transitive rani.report;
  requires rani.core;
  requires rani.sim;
  requires rani.wasm;
  requires io.netty.common;
  requires java.management;
  requires jdk.management;
  requires tools.jackson.databind;
  requires static io.aeron.client; // a peer that runs in a JVM without rani
  requires static io.aeron.driver;
  requires static org.agrona;
  requires static org.jspecify;

  exports rani.bench;
  exports rani.bench.harness;
  exports rani.bench.fidelity to
      rani.tools;
  exports rani.bench.served to
      rani.tools;
  exports rani.bench.virtual to
      rani.tools;

  opens rani.bench.edge to
      rani.core;
  opens rani.bench.fidelity to
      rani.core;
  opens rani.bench.forward to
      rani.core;
  opens rani.bench.harness to
      rani.core;
  opens rani.bench.overload to
      rani.core;
  opens rani.bench.scale to
      rani.core;
  opens rani.bench.shaping to
      rani.core;
  opens rani.bench.virtual to
      rani.core;
}
