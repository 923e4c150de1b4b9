// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Which congestion control, and where it begins.
 *
 * @param control which, with its own settings
 * @param initialWindow IW, in packets, at least 1
 * @param initialSsthresh in packets, at least 2; {@link #SSTHRESH_UNSET} for "arbitrarily high"
 *     (RFC 5681 §3.1)
 * @param limitedTransmit whether the first two duplicates each let one new segment go (RFC 3042)
 * @param undoSpuriousTimeouts whether a timeout is taken back that was none (RFC 5682)
 * @param pacing whether segments are spread over the round trip
 * @param profile by whose rules losses are found and answered
 */
public record CongestionConfig(
    CongestionProvider control,
    int initialWindow,
    int initialSsthresh,
    boolean limitedTransmit,
    boolean undoSpuriousTimeouts,
    boolean pacing,
    Profile profile) {
  /** No threshold yet. */
  public static final int SSTHRESH_UNSET = 65_535;

  /** NewReno, from a window of 4 (RFC 5681 §3.1 for packets of at most 1095 bytes). */
  public static final CongestionConfig DEFAULT =
      new CongestionConfig(new NewReno.Provider(), 4, SSTHRESH_UNSET, true, true, false);

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
      CongestionProvider control,
      int initialWindow,
      int initialSsthresh,
      boolean limitedTransmit,
      boolean undoSpuriousTimeouts,
      boolean pacing) {
    this(
        control,
        initialWindow,
        initialSsthresh,
        limitedTransmit,
        undoSpuriousTimeouts,
        pacing,
        Profile.RFC);
  }

  public CongestionConfig {
    if (initialWindow < 1 || initialSsthresh < 2) {
      throw new IllegalArgumentException("a window has at least 1 packet, ssthresh at least 2");
    }
  }

  /** One of its kind, for one connection. */
  public CongestionControl newControl() {
    return control.create(initialWindow, initialSsthresh);
  }

  /** The same of another kind. */
  public CongestionConfig with(CongestionProvider other) {
    return new CongestionConfig(
        other,
        initialWindow,
        initialSsthresh,
        limitedTransmit,
        undoSpuriousTimeouts,
        pacing,
        profile);
  }

  /** The same, beginning elsewhere. */
  public CongestionConfig startingAt(int window, int ssthresh) {
    return new CongestionConfig(
        control, window, ssthresh, limitedTransmit, undoSpuriousTimeouts, pacing, profile);
  }
}
