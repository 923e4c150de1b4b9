// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Which congestion control, and where it begins.
 *
 * @param kind which
 * @param initialWindow IW, in packets, at least 1
 * @param initialSsthresh in packets, at least 2; {@link #SSTHRESH_UNSET} for "arbitrarily high"
 *     (RFC 5681 §3.1)
 * @param fixedWindow the window of {@link Kind#FIXED}
 * @param limitedTransmit whether the first two duplicates each let one new segment go (RFC 3042)
 * @param undoSpuriousTimeouts whether a timeout is taken back that was none (RFC 5682)
 * @param pacing whether segments are spread over the round trip
 * @param profile by whose rules losses are found and answered
 */
public record CongestionConfig(
    Kind kind,
    int initialWindow,
    int initialSsthresh,
    int fixedWindow,
    boolean limitedTransmit,
    boolean undoSpuriousTimeouts,
    boolean pacing,
    Profile profile) {
  /** No threshold yet. */
  public static final int SSTHRESH_UNSET = 65_535;

  /** NewReno, from a window of 4 (RFC 5681 §3.1 for packets of at most 1095 bytes). */
  public static final CongestionConfig DEFAULT =
      new CongestionConfig(Kind.NEW_RENO, 4, SSTHRESH_UNSET, 16, true, true, false);

  /** The kinds there are. */
  public enum Kind {
    /** RFC 5681: leaves fast recovery with the first new acknowledgement. */
    RENO("reno"),
    /** RFC 6582: stays until all is acknowledged. */
    NEW_RENO("newreno"),
    /** RFC 6675: fills the holes that EACKs show. */
    SACK("sack"),
    /** RFC 9438, recovering as {@link #SACK} does. */
    CUBIC("cubic"),
    /** A window that nothing changes. */
    FIXED("fixed");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name in files. */
    public String text() {
      return text;
    }
  }

  /** By whose rules losses are found and answered. */
  public enum Profile {
    /** The RFCs'. */
    RFC("rfc"),
    /** Those of ns-2.35's agents TCP/Reno, TCP/Newreno and TCP/Sack1, with their defaults. */
    NS_2("ns-2");

    private final String text;

    Profile(String text) {
      this.text = text;
    }

    /** The name in files. */
    public String text() {
      return text;
    }
  }

  /** One that goes by the RFCs. */
  public CongestionConfig(
      Kind kind,
      int initialWindow,
      int initialSsthresh,
      int fixedWindow,
      boolean limitedTransmit,
      boolean undoSpuriousTimeouts,
      boolean pacing) {
    this(
        kind,
        initialWindow,
        initialSsthresh,
        fixedWindow,
        limitedTransmit,
        undoSpuriousTimeouts,
        pacing,
        Profile.RFC);
  }

  public CongestionConfig {
    if (initialWindow < 1 || initialSsthresh < 2 || fixedWindow < 1) {
      throw new IllegalArgumentException("windows have at least 1 packet, ssthresh at least 2");
    }
  }

  /** One of its kind, for one connection. */
  public CongestionControl newControl() {
    return switch (kind) {
      case RENO -> new Reno(initialWindow, initialSsthresh);
      case NEW_RENO -> new NewReno(initialWindow, initialSsthresh);
      case SACK -> new Sack(initialWindow, initialSsthresh);
      case CUBIC -> new Cubic(initialWindow, initialSsthresh);
      case FIXED -> new FixedWindow(fixedWindow);
    };
  }

  /** The same of another kind. */
  public CongestionConfig with(Kind other) {
    return new CongestionConfig(
        other,
        initialWindow,
        initialSsthresh,
        fixedWindow,
        limitedTransmit,
        undoSpuriousTimeouts,
        pacing,
        profile);
  }

  /** The same, beginning elsewhere. */
  public CongestionConfig startingAt(int window, int ssthresh) {
    return new CongestionConfig(
        kind,
        window,
        ssthresh,
        fixedWindow,
        limitedTransmit,
        undoSpuriousTimeouts,
        pacing,
        profile);
  }
}
