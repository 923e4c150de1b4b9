// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import java.util.Arrays;
import java.util.List;

/**
 * What nodes and services say to each other, carried in IP protocol 253. Messages are idempotent;
 * {@link ServiceMessageCodec} writes and reads them.
 */
public sealed interface ServiceMessage {

  /**
   * "I am here", sent over each link by its own node (never forwarded).
   *
   * @param sequence rises by one a hello
   * @param heard whether the sender has lately heard this neighbour
   * @param intervalMillis at which the sender means to say hello, {@link
   *     #INTERVAL_MILLIS_MIN}…{@link #INTERVAL_MILLIS_MAX}; of both ends' the shorter counts
   */
  record LinkHello(int sequence, boolean heard, int intervalMillis) implements ServiceMessage {
    /** The shortest interval. */
    public static final int INTERVAL_MILLIS_MIN = 10;

    /** The longest interval. */
    public static final int INTERVAL_MILLIS_MAX = 60_000;

    static boolean isValid(int intervalMillis) {
      return intervalMillis >= INTERVAL_MILLIS_MIN && intervalMillis <= INTERVAL_MILLIS_MAX;
    }
  }

  /**
   * LGC's request to filter a greedy flow at the receiver and to pass the request on towards the
   * flow's source (papers' RANI §4.2, "ActiveFilter").
   *
   * @param id chosen by the congested node; the same id is one request, however often it comes
   * @param gci the greedy flow
   * @param destination where the flow goes: the receiver checks that it forwards it to the asker
   * @param previousHop the PrevNode of a packet of the flow as the asker saw it, when the asker is
   *     the receiving node itself; 0 = look the source up in the routing table
   */
  record ActiveFilter(int id, FlowKey gci, int destination, int previousHop)
      implements ServiceMessage {}

  /**
   * The receiver of an {@link ActiveFilter} has it; the asker need not repeat it.
   *
   * @param id of the request
   */
  record ActiveFilterAck(int id) implements ServiceMessage {}

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
      implements ServiceMessage {
    /** How many parts a node may need. */
    public static final int PARTS_MAX = 8;

    /** How many neighbours one part may tell of, so that it fits into a packet of 1500 bytes. */
    public static final int NEIGHBOURS_MAX = 128;

    /** The longest name. */
    public static final int NAME_CHARS_MAX = 32;

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

    /**
     * A node to which a link is up.
     *
     * @param address its virtual address
     * @param mtuBytes the largest packet that the origin sends it, 68…65,535
     * @param links how many links to it are up, 1…65,535
     */
    public record Neighbour(int address, int mtuBytes, int links) {
      private static final int MTU_BYTES_MIN = 68; // RFC 791 §3.2

      public Neighbour {
        if (!isValid(mtuBytes, links)) {
          throw new IllegalArgumentException("no " + links + " links of " + mtuBytes + " bytes");
        }
      }

      static boolean isValid(int mtuBytes, int links) {
        return mtuBytes >= MTU_BYTES_MIN && mtuBytes <= 0xFFFF && links >= 1 && links <= 0xFFFF;
      }
    }

    static boolean isName(String name) {
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
   * @param signature Ed25519 (RFC 8032) of {@link ServiceMessageCodec#signed}, {@link
   *     #SIGNATURE_BYTES} bytes
   */
  record SignedLinkState(LinkState state, byte[] signature) implements ServiceMessage {
    /** Bytes of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    public SignedLinkState {
      if (signature.length != SIGNATURE_BYTES) {
        throw new IllegalArgumentException("a signature has " + SIGNATURE_BYTES + " bytes");
      }
      signature = signature.clone();
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
  record LinkStateAck(int origin, int part, int sequence) implements ServiceMessage {}

  /**
   * An ACC monitor's request to unsend some of a connection's packets at the receiver, or further
   * upstream (papers' ACC §4.2.3). Not acknowledged and not repeated: where it is lost, the
   * endpoint finds out about its congestion by itself.
   *
   * @param flow source and destination with their RDP ports
   * @param epoch that the connection's dropped segment showed; one that is later shows change
   * @param amount how many packets may be discarded, 1…65,535
   * @param phase of the sender, 0…6, as RDP's router state has it
   * @param cwnd the window that the segment showed, 1…65,535
   * @param ssthresh that it showed, 0…65,535
   * @param newCwnd the window that the endpoint is told, 1…{@code cwnd}
   * @param newSsthresh that it is told, 0…65,535
   * @param srttMillis its round trip; 0 if that is not known, else at most 65,535
   * @param hops at which node upstream the filter is to stand: 1 is the receiver, at most {@link
   *     #HOPS_MAX}
   * @param suppress whether filters of the same connection are to find out about each other
   */
  record AccFilter(
      FlowKey flow,
      int epoch,
      int amount,
      int phase,
      int cwnd,
      int ssthresh,
      int newCwnd,
      int newSsthresh,
      int srttMillis,
      int hops,
      boolean suppress)
      implements ServiceMessage {
    /** How far upstream a filter may be put. */
    public static final int HOPS_MAX = 16;

    private static final int PHASE_MAX = 6;

    public AccFilter {
      if (!isValid(amount, phase, cwnd, newCwnd, hops)) {
        throw new IllegalArgumentException("no filter of " + amount + " packets of " + flow);
      }
    }

    static boolean isValid(int amount, int phase, int cwnd, int newCwnd, int hops) {
      return amount >= 1
          && phase <= PHASE_MAX
          && newCwnd >= 1
          && newCwnd <= cwnd
          && hops >= 1
          && hops <= HOPS_MAX;
    }

    /** The same for the next node upstream; there is at least one more hop to go. */
    public AccFilter passedOn() {
      return new AccFilter(
          flow,
          epoch,
          amount,
          phase,
          cwnd,
          ssthresh,
          newCwnd,
          newSsthresh,
          srttMillis,
          hops - 1,
          suppress);
    }
  }

  /**
   * Word of a standing filter of ACC to the other nodes on the connection's way, hop by hop, so
   * that no two of them unsend the same traffic (papers' ACC §5).
   *
   * @param flow the connection
   * @param epoch of its window for which the filter stands
   * @param upstream true on the way downstream: one stands nearer the sender, others are to end;
   *     false on the way upstream: one stands further down, a node that has another is to say so
   */
  record AccFilterStands(FlowKey flow, int epoch, boolean upstream) implements ServiceMessage {}

  /**
   * A router's word to the edge where a flow enters its domain: in an interval so many packets of
   * the lowest drop precedence were lost here, of a flow that does not answer losses (papers' UFC
   * §3.1). It is sent towards the flow's source, and taken on the way. Not acknowledged and not
   * repeated: congestion that lasts is reported again.
   *
   * @param flow whose packets they were
   * @param id of the report; its source never uses it again for another
   * @param count how many, 1…65,535
   * @param intervalMillis in how long, 1…65,535
   * @param bitsPerSecond the bandwidth of the link that they should have left by; 0 if it has none
   */
  record UfcCongestion(FlowKey flow, int id, int count, int intervalMillis, long bitsPerSecond)
      implements ServiceMessage {
    public UfcCongestion {
      if (!isValid(count, intervalMillis) || bitsPerSecond < 0) {
        throw new IllegalArgumentException("no report of " + count + " packets of " + flow);
      }
    }

    static boolean isValid(int count, int intervalMillis) {
      return count >= 1 && count <= 0xFFFF && intervalMillis >= 1 && intervalMillis <= 0xFFFF;
    }
  }

  /**
   * The same of packets that an edge's shaper dropped as the flow entered its domain: the word to
   * the domain that it comes from (papers' UFC §3.2).
   *
   * @param flow whose packets they were
   * @param id of the report; its source never uses it again for another
   * @param count how many, 1…65,535
   * @param intervalMillis in how long, 1…65,535
   */
  record UfcShaping(FlowKey flow, int id, int count, int intervalMillis) implements ServiceMessage {
    public UfcShaping {
      if (!UfcCongestion.isValid(count, intervalMillis)) {
        throw new IllegalArgumentException("no report of " + count + " packets of " + flow);
      }
    }
  }

  /**
   * An ABCD monitor's word to the node in front of a bottleneck: packets of a connection are not to
   * be larger on it (papers' ABCD §4.1, Step 3). Not acknowledged; what holds is said again.
   *
   * @param flow source and destination with their RDP ports
   * @param bytes of the largest IPv4 packet, 1…65,535; the greatest ends it
   */
  record AbcdSize(FlowKey flow, int bytes) implements ServiceMessage {
    public AbcdSize {
      if (!isValid(bytes)) {
        throw new IllegalArgumentException("no packets of " + bytes + " bytes");
      }
    }

    static boolean isValid(int bytes) {
      return bytes >= 1 && bytes <= 0xFFFF;
    }
  }
}
