// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What nodes say to their neighbours, whatever services they have. */
public sealed interface NodeMessage extends ServiceMessage {
  /** All of them. */
  List<MessageFormat> FORMATS =
      List.of(LinkHello.FORMAT, LinkState.FORMAT, LinkStateAck.FORMAT, SignedLinkState.FORMAT);

  /**
   * "I am here", sent over each link by its own node (never forwarded).
   *
   * @param sequence rises by one a hello
   * @param heard whether the sender has lately heard this neighbour
   * @param intervalMillis at which the sender means to say hello, {@link
   *     #INTERVAL_MILLIS_MIN}…{@link #INTERVAL_MILLIS_MAX}; of both ends' the shorter counts
   */
  record LinkHello(int sequence, boolean heard, int intervalMillis) implements NodeMessage {
    /** The shortest interval. */
    public static final int INTERVAL_MILLIS_MIN = 10;

    /** The longest interval. */
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
   * "These are my neighbours", flooded by its origin when they change. Of two with the same origin
   * and part the one with the newer sequence counts. Nodes pass it to their neighbours hop by hop,
   * each in a packet of its own.
   *
   * @param origin the virtual address of the node that says so
   * @param part 0…{@link #PARTS_MAX} − 1; a node of many neighbours tells them in several parts,
   *     which are numbered from 0 and have sequences of their own
   * @param sequence rises by one whenever the origin says something new, compared as in RFC 1982
   * @param ageMillis how long ago that was, 0…4,294,967,295
   * @param name of the origin: a letter, then letters, digits, {@code -} and {@code _}; at most
   *     {@link #NAME_CHARS_MAX}
   * @param neighbours to whom a link of the origin is up, at most {@link #NEIGHBOURS_MAX}
   */
  record LinkState(
      int origin, int part, int sequence, long ageMillis, String name, List<Neighbour> neighbours)
      implements NodeMessage {
    /** How many parts a node may need. */
    public static final int PARTS_MAX = 8;

    /** How many neighbours one part may tell of, so that it fits into a packet of 1500 bytes. */
    public static final int NEIGHBOURS_MAX = 128;

    /** The longest name. */
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
     * What its origin signs: some words that nothing else begins with, and the fields as they are
     * written, with an age of 0, since that changes on the way.
     */
    public byte[] signed() {
      LinkState ageless = new LinkState(origin, part, sequence, 0, name, neighbours);
      int words = SIGNED_WORDS.length;
      byte[] bytes = Arrays.copyOf(SIGNED_WORDS, words + MessageFormat.bodyLength(ageless));
      ageless.walk(MessageFields.writing(Unpooled.wrappedBuffer(bytes), words));
      return bytes;
    }

    /**
     * A node to which a link is up.
     *
     * @param address its virtual address
     * @param mtuBytes the largest packet that the origin sends it, 68…65,535
     * @param links how many links to it are up, 1…65,535
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
   * A {@link LinkState} with its origin's signature of it, where a network's links have keys.
   *
   * @param state what is said
   * @param signature Ed25519 (RFC 8032) of {@link LinkState#signed}, {@link #SIGNATURE_BYTES} bytes
   */
  record SignedLinkState(LinkState state, byte[] signature) implements NodeMessage {
    /** Bytes of a signature. */
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

  /**
   * The neighbour has a {@link LinkState}, so that it need not be sent again.
   *
   * @param origin of the link state
   * @param part of it
   * @param sequence of it
   */
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
