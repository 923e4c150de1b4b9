// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.fixture.Nanos;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.WordReader;
import rani.wire.Address;
import rani.world.Reply;

/** A chain of nodes n1, n2 … with the service {@code capsule}, whose first holds {@code hop}. */
final class CapsuleNetwork {
  static final long HOP_NANOS = Nanos.ms(10);
  static final String CODE = "hop";

  private final VirtualNetwork network = new VirtualNetwork();
  private final int nodes;

  CapsuleNetwork(int nodes) {
    this(nodes, CapsuleHost.anySandboxed());
  }

  CapsuleNetwork(int nodes, CapsuleHost others) {
    this.nodes = nodes;
    for (int k = 1; k <= nodes; k++) {
      network.node(name(k), k == 1 ? first(hop(8000)) : entry(others, new Given()));
    }
    for (int k = 2; k <= nodes; k++) {
      network.link(
          name(k - 1), name(k), Rate.bitsPerSecond(100e6), ImpairmentConfig.ofDelay(HOP_NANOS));
    }
  }

  static MenuEntry first(byte[] code) {
    return first(List.of(new CapsuleHost.Module(CODE, code)));
  }

  /** A node that holds some codes, whose total it has room for. */
  static MenuEntry first(List<CapsuleHost.Module> codes) {
    String names = String.join(",", codes.stream().map(CapsuleHost.Module::name).toList());
    return entry(CapsuleHost.anySandboxed().holding(codes), new Given().with("holds", names));
  }

  static MenuEntry entry(CapsuleHost host, OptionReader options) {
    return new MenuEntry(new Capsule.Provider(host), options);
  }

  static String name(int k) {
    return "n" + k;
  }

  VirtualNetwork network() {
    return network;
  }

  CapsuleNetwork go() {
    network.go(1);
    return this;
  }

  /** Has the first node send capsules to the last. */
  void send(String... words) {
    SequencedMap<Integer, String> all = new LinkedHashMap<>();
    all.put(0, CODE);
    all.put(1, Address.text(VirtualNetwork.address(nodes)));
    for (String word : words) {
      all.put(all.size(), word);
    }
    Reply reply = network.tell("n1", "capsule", "send", all.values().toArray(String[]::new));
    if (!reply.ok()) {
      throw new AssertionError(reply.message());
    }
  }

  /** The facts of a service at a node; null if it is not there. */
  @Nullable Map<?, ?> facts(int k, String service) {
    Reply reply = network.running().handle(name(k), new Command.Show(Command.Subject.SERVICES));
    return (Map<?, ?>) Objects.requireNonNull(reply.facts()).byKey().get(service);
  }

  long fact(int k, String service, String fact) {
    Map<?, ?> facts = Objects.requireNonNull(facts(k, service), service + " at " + name(k));
    return ((Number) Objects.requireNonNull(facts.get(fact), fact)).longValue();
  }

  /** What has been refused at a node for a reason. */
  long refused(int k, String reason) {
    Map<?, ?> facts = Objects.requireNonNull(facts(k, "capsule"));
    Map<?, ?> reasons = (Map<?, ?>) Objects.requireNonNull(facts.get("refused"));
    return reasons.get(reason) instanceof Number number ? number.longValue() : 0;
  }

  /** The module {@code hop}, made that long by a custom section. */
  static byte[] hop(int length) {
    byte[] module = module("hop.wasm");
    byte[] longer = Arrays.copyOf(module, length);
    int section = length - module.length - 3; // an id, and a length in two bytes
    longer[module.length + 1] = (byte) ((section & 0x7f) | 0x80);
    longer[module.length + 2] = (byte) (section >> 7);
    return longer; // the section's name is empty
  }

  static byte[] module(String name) {
    try (InputStream in = CapsuleNetwork.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Options by name, as text, with units that tests need. */
  static final class Given implements OptionReader {
    private final SequencedMap<String, String> values = new LinkedHashMap<>();

    Given with(String name, String value) {
      values.put(name, value);
      return this;
    }

    @Override
    public boolean has(String name) {
      return values.containsKey(name);
    }

    @Override
    public String text(String name, String otherwise, String meaning) {
      return values.getOrDefault(name, otherwise);
    }

    private long number(String name, String unit) {
      return Long.parseLong(Objects.requireNonNull(values.get(name)).replace(unit, ""));
    }

    @Override
    public long durationNanos(String name, long otherwise, String meaning) {
      return has(name) ? Nanos.ms(number(name, "ms")) : otherwise;
    }

    @Override
    public long sizeBytes(String name, long otherwise, long min, long max, String meaning) {
      return has(name) ? number(name, "B") : otherwise;
    }

    @Override
    public long count(String name, long otherwise, long min, long max, String meaning) {
      return has(name) ? Long.parseLong(values.get(name)) : otherwise;
    }

    @Override
    public boolean flag(String name, boolean otherwise, String meaning) {
      return has(name) ? Boolean.parseBoolean(values.get(name)) : otherwise;
    }

    @Override
    public int node(String name, String meaning) {
      return Address.parse(Objects.requireNonNull(values.get(name), name));
    }

    @Override
    public WordReader words() {
      return new WordReader() {
        @Override
        public <T> T read(List<String> words, Function<OptionReader, T> reading) {
          Given given = new Given();
          for (String word : words) {
            String[] sides = word.split("=", 2);
            given.with(sides[0], sides[1]);
          }
          return reading.apply(given);
        }
      };
    }
  }
}
