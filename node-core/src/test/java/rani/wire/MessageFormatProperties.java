// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.MessageBytes;
import rani.wire.NodeMessage.LinkState.Neighbour;

class MessageFormatProperties {
  private static final MessageBytes BYTES = new MessageBytes(NodeMessage.FORMATS);

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBack(
      @ForAll("messages") ServiceMessage message, @ForAll @IntRange(max = 60) int at) {
    BYTES.assertReadBack(message, at);
  }

  @Property(tries = 5000)
  void whatIsReadIsWrittenBack(
      @ForAll @IntRange(max = 11) int type, @ForAll @Size(max = 40) byte[] body) {
    BYTES.assertRewritten(type, body);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsNearlyAMessageIsReadAsItStands(
      @ForAll("messages") ServiceMessage message, @ForAll int where, @ForAll byte what) {
    BYTES.assertRewrittenWith(message, where, what);
  }

  /** Bytes that are nearly a link state, so that many are taken. */
  @Property
  void whatIsReadAsALinkStateIsWrittenBack(
      @ForAll @Size(12) byte[] front,
      @ForAll @IntRange(max = 9) int part,
      @ForAll @IntRange(max = 4) int nameLength,
      @ForAll @IntRange(max = 3) int neighbours,
      @ForAll @Size(24) byte[] behind) {
    byte[] body = Arrays.copyOf(front, 16 + 8 * neighbours + nameLength);
    body[12] = (byte) part;
    body[13] = (byte) nameLength;
    body[15] = (byte) neighbours;
    System.arraycopy(behind, 0, body, 16, 8 * neighbours);
    Arrays.fill(body, 16 + 8 * neighbours, body.length, (byte) 'n');
    BYTES.assertRewritten(4, body);
  }

  @Property(tries = 5000)
  void anyBytesAreReadWithoutFailing(@ForAll @Size(max = 64) byte[] any) {
    BYTES.read(Unpooled.wrappedBuffer(any));
  }

  @Provide
  Arbitrary<ServiceMessage> messages() {
    Arbitrary<Integer> ints = Arbitraries.integers();
    Arbitrary<Integer> intervals = Arbitraries.integers().between(10, 60_000);
    return Arbitraries.oneOf(
        Combinators.combine(ints, Arbitraries.of(true, false), intervals)
            .as(NodeMessage.LinkHello::new),
        linkStates().map(state -> state),
        Combinators.combine(linkStates(), signatures()).as(NodeMessage.SignedLinkState::new),
        Combinators.combine(ints, Arbitraries.integers().between(0, 7), ints)
            .as(NodeMessage.LinkStateAck::new));
  }

  private static Arbitrary<byte[]> signatures() {
    return Arbitraries.bytes()
        .array(byte[].class)
        .ofSize(NodeMessage.SignedLinkState.SIGNATURE_BYTES);
  }

  private static Arbitrary<NodeMessage.LinkState> linkStates() {
    Arbitrary<Integer> ints = Arbitraries.integers();
    Arbitrary<String> names =
        Combinators.combine(
                Arbitraries.strings().ofLength(1).alpha(),
                Arbitraries.strings().ofMaxLength(31).alpha().numeric().withChars("-_"))
            .as((first, rest) -> first + rest);
    Arbitrary<Neighbour> neighbour =
        Combinators.combine(
                ints,
                Arbitraries.integers().between(68, 65_535),
                Arbitraries.integers().between(1, 65_535))
            .as(Neighbour::new);
    return Combinators.combine(
            ints,
            Arbitraries.integers().between(0, 7),
            ints,
            Arbitraries.longs().between(0, 0xFFFF_FFFFL),
            names,
            neighbour.list().ofMaxSize(NodeMessage.LinkState.NEIGHBOURS_MAX))
        .as(NodeMessage.LinkState::new);
  }
}
