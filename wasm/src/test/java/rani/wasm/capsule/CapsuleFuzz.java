// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.ms;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.node.Command;
import rani.wasm.CodeHash;

/**
 * Capsules of any content, cut short and altered: the service does not fail, and the books hold.
 */
class CapsuleFuzz {
  private static final byte[] GOOD = CapsuleNetwork.module("pass.wasm");
  private static final int PACKETS = 40;

  @Property(tries = 100)
  void theServiceOutlivesAnyCapsules(@ForAll long seed) {
    TestNode node =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3")
            .menu(
                List.of(
                    CapsuleNetwork.entry(CapsuleHost.anySandboxed(), new CapsuleNetwork.Given())))
            .build()
            .started();
    Random random = new Random(seed);
    for (int k = 0; k < PACKETS; k++) {
      Packet packet =
          random.nextInt(10) == 0
              ? Packet.datagram().protocol(random.nextInt(256), data(random))
              : Packet.datagram().ports(809, 809).data(data(random));
      node.receives(
          0,
          packet
              .from("10.0.0.1")
              .to(random.nextInt(3) == 0 ? "10.0.0.2" : "10.0.0.3")
              .act(CapsuleLimits.NUMBER));
      node.runFor(ms(random.nextInt(2000)));
    }
    Map<?, ?> services =
        Objects.requireNonNull(node.does(new Command.Show(Command.Subject.SERVICES)).facts())
            .byKey();
    Map<?, ?> facts = (Map<?, ?>) Objects.requireNonNull(services.get("capsule"));
    assertEquals(0L, facts.get("failures"));
    assertEquals(false, facts.get("suspended"));
    node.close();
  }

  private static byte[] data(Random random) {
    ByteBuf data = Unpooled.buffer();
    boolean carries = random.nextBoolean();
    byte[] arguments = new byte[random.nextInt(4)];
    CodeHash hash =
        random.nextInt(3) == 0 ? new CodeHash(random.nextInt(4), 0, 0, 0) : CodeHash.of(GOOD);
    CapsuleHeader.write(data, carries, arguments.length, hash);
    data.writeBytes(arguments);
    if (carries) {
      data.writeBytes(GOOD, 0, random.nextInt(4) == 0 ? random.nextInt(GOOD.length) : GOOD.length);
    }
    byte[] bytes =
        new byte
            [random.nextInt(4) == 0 ? random.nextInt(data.readableBytes()) : data.readableBytes()];
    data.readBytes(bytes);
    if (bytes.length > 0 && random.nextInt(3) == 0) {
      bytes[random.nextInt(Math.min(bytes.length, 40))] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
