// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages of nodes to their neighbours, independent of services. */
public sealed interface NodeMessage extends ServiceMessage {
  List<MessageFormat> FORMATS =
      List.of(LinkHello.FORMAT, LinkState.FORMAT, LinkStateAck.FORMAT, SignedLinkState.FORMAT);

  /**
   * Hello of a node to one neighbour; never forwarded.
   *
   * @param sequence rises by one per hello
   * @param heard whether the sender has recently heard this neighbour
   * @param intervalMillis the sender's hello interval, {@link #INTERVAL_MILLIS_MIN}…{@link
   *     #INTERVAL_MILLIS_MAX}; the shorter interval of the two ends is used
   */
  record LinkHello(int sequence, boolean heard, int intervalMillis) implements NodeMessage {
    public static final int INTERVAL_MILLIS_MIN = 10;

    public static final int INTERVAL_MILLIS_MAX = 60_000;

    private static final MessageFormat FORMAT = new MessageFormat(1, new LinkHello(0, false, 1000));

    @Override
    public MessageFormat format() {
      return FORMAT;
    }

    @Override
    public @Nullable LinkHello walk(MessageFields fields) {
      int number = fields.i32("sequence", sequence);
      boolean hears = fields.flag("heard", heard);
      fields.zero(1);
      int interval = fields.u16("interval, ms", intervalMillis);
      return isValid(interval) ? new LinkHello(number, hears, interval) : null;
    }

    private static boolean isValid(int intervalMillis) {
      return intervalMillis >= INTERVAL_MILLIS_MIN && intervalMillis <= INTERVAL_MILLIS_MAX;
    }
  }

  /**
   * The neighbours of a node, flooded by this origin when they change. Of two messages with the
   * same origin and part, the one with the newer sequence counts. Nodes pass it on hop by hop, each
   * in a packet of its own.
   *
   * @param origin the origin's virtual address
   * @param part 0…{@link #PARTS_MAX} − 1; a node with many neighbours sends several parts, each
   *     with sequences of its own
   * @param sequence rises by one per change, compared as in RFC 1982
   * @param ageMillis time since the origin's change, 0…4,294,967,295
   * @param name name of the origin: a letter, then letters, digits, {@code -} and {@code _}; at
   *     most {@link #NAME_CHARS_MAX}
   * @param neighbours neighbours to which a link of the origin is up, at most {@link
   *     #NEIGHBOURS_MAX}
   */
  record LinkState(
      int origin, int part, int sequence, long ageMillis, String name, List<Neighbour> neighbours)
      implements NodeMessage {
    public static final int PARTS_MAX = 8;

    /** The largest number of neighbours in one part, which fits into 1500 bytes. */
    public static final int NEIGHBOURS_MAX = 128;

    public static final int NAME_CHARS_MAX = 32;

    private static final MessageFormat FORMAT =
        new MessageFormat(4, new LinkState(0, 0, 0, 0, "n", List.of()));

    private static final byte[] SIGNED_WORDS = "rani link state".getBytes(US_ASCII);

    public LinkState {
      neighbours = List.copyOf(neighbours);
      if (part < 0
          || part >= PARTS_MAX
          || ageMillis < 0
          || ageMillis > 0xFFFF_FFFFL
          || neighbours.size() > NEIGHBOURS_MAX
          || !isName(name)) {
        throw new IllegalArgumentException("no link state of " + name + ", part " + part);
      }
    }

    @Override
    public MessageFormat format() {
      return FORMAT;
    }

    @Override
    public @Nullable LinkState walk(MessageFields fields) {
      int from = fields.i32("origin", origin);
      int number = fields.i32("sequence", sequence);
      long age = fields.u32("age, ms", ageMillis);
      int which = fields.u8("part", part);
      int letters = fields.u8("length of name", name.length());
      int count = fields.u16("neighbours", neighbours.size());
      if (which >= PARTS_MAX || count > NEIGHBOURS_MAX || letters > NAME_CHARS_MAX) {
        return null;
      }
      List<Neighbour> linked = new ArrayList<>(count);
      for (int each = 0; each < count; each++) {
        Neighbour said = fields.reads() ? Neighbour.EXAMPLE : neighbours.get(each);
        Neighbour next = said.walk(fields);
        if (next == null) {
          return null;
        }
        linked.add(next);
      }
      String called = fields.ascii("name", name, letters);
      return isName(called) ? new LinkState(from, which, number, age, called, linked) : null;
    }

    /**
     * Returns the bytes that the origin signs: a fixed prefix, which no other signed text has, and
     * the fields as written. The age is 0, because it changes on the way.
     */
    public byte[] signed() {
      LinkState ageless = new LinkState(origin, part, sequence, 0, name, neighbours);
      int words = SIGNED_WORDS.length;
      byte[] bytes = Arrays.copyOf(SIGNED_WORDS, words + MessageFormat.bodyLength(ageless));
      ageless.walk(MessageFields.writing(Unpooled.wrappedBuffer(bytes), words));
      return bytes;
    }

    /**
     * A node to which {@code links} links are up, 1…65,535. The largest packet that the origin
     * sends to it has {@code mtuBytes}, 68…65,535.
     */
    public record Neighbour(int address, int mtuBytes, int links) {
      private static final int MTU_BYTES_MIN = 68; // RFC 791 §3.2
      private static final Neighbour EXAMPLE = new Neighbour(0, MTU_BYTES_MIN, 1);

      public Neighbour {
        if (!isValid(mtuBytes, links)) {
          throw new IllegalArgumentException("no " + links + " links of " + mtuBytes + " bytes");
        }
      }

      private @Nullable Neighbour walk(MessageFields fields) {
        int to = fields.i32("neighbour", address);
        int mtu = fields.u16("mtu", mtuBytes);
        int count = fields.u16("links", links);
        return isValid(mtu, count) ? new Neighbour(to, mtu, count) : null;
      }

      private static boolean isValid(int mtuBytes, int links) {
        return mtuBytes >= MTU_BYTES_MIN && mtuBytes <= 0xFFFF && links >= 1 && links <= 0xFFFF;
      }
    }

    private static boolean isName(String name) {
      if (name.isEmpty() || name.length() > NAME_CHARS_MAX || !isLetter(name.charAt(0))) {
        return false;
      }
      for (int at = 1; at < name.length(); at++) {
        char letter = name.charAt(at);
        boolean digit = letter >= '0' && letter <= '9';
        if (!isLetter(letter) && !digit && letter != '-' && letter != '_') {
          return false;
        }
      }
      return true;
    }

    private static boolean isLetter(char letter) {
      return letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z';
    }
  }

  /**
   * A {@link LinkState} with its origin's Ed25519 signature (RFC 8032) of {@link LinkState#signed},
   * {@link #SIGNATURE_BYTES} bytes. Used if a network's links have keys.
   */
  record SignedLinkState(LinkState state, byte[] signature) implements NodeMessage {
    public static final int SIGNATURE_BYTES = 64;

    private static final MessageFormat FORMAT =
        new MessageFormat(
            11,
            new SignedLinkState(
                new LinkState(0, 0, 0, 0, "n", List.of()), new byte[SIGNATURE_BYTES]));

    public SignedLinkState {
      if (signature.length != SIGNATURE_BYTES) {
        throw new IllegalArgumentException("a signature has " + SIGNATURE_BYTES + " bytes");
      }
      signature = signature.clone();
    }

    @Override
    public MessageFormat format() {
      return FORMAT;
    }

    @Override
    public @Nullable SignedLinkState walk(MessageFields fields) {
      LinkState said = state.walk(fields);
      byte[] proof = fields.bytes("signature", signature, SIGNATURE_BYTES);
      return said == null ? null : new SignedLinkState(said, proof);
    }

    @Override
    public byte[] signature() {
      return signature.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SignedLinkState that
          && state.equals(that.state)
          && Arrays.equals(signature, that.signature);
    }

    @Override
    public int hashCode() {
      return state.hashCode();
    }

    @Override
    public String toString() {
      return "signed " + state;
    }
  }

  /** Acknowledges the {@link LinkState} with the same fields, which is not sent again. */
  record LinkStateAck(int origin, int part, int sequence) implements NodeMessage {
    private static final MessageFormat FORMAT = new MessageFormat(5, new LinkStateAck(0, 0, 0));

    @Override
    public MessageFormat format() {
      return FORMAT;
    }

    @Override
    public @Nullable LinkStateAck walk(MessageFields fields) {
      int from = fields.i32("origin", origin);
      int number = fields.i32("sequence", sequence);
      int which = fields.u8("part", part);
      fields.zero(3);
      return which < LinkState.PARTS_MAX ? new LinkStateAck(from, which, number) : null;
    }
  }
}
