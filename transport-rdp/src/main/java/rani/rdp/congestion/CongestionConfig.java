// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Configuration of congestion control.
 *
 * @param control kind of control, with its own settings
 * @param initialWindow IW, in packets, at least 1
 * @param initialSsthresh in packets, at least 2; {@link #SSTHRESH_UNSET} for "arbitrarily high"
 *     (RFC 5681 §3.1)
 * @param limitedTransmit true if each of the first two duplicates allows one new segment (RFC 3042)
 * @param undoSpuriousTimeouts true if spurious timeouts are undone (RFC 5682)
 * @param pacing true if segments are spread over the round trip
 * @param profile rules of loss detection and recovery
 */
public record CongestionConfig(
    CongestionProvider control,
    int initialWindow,
    int initialSsthresh,
    boolean limitedTransmit,
    boolean undoSpuriousTimeouts,
    boolean pacing,
    Profile profile) {
  /** Initial threshold that does not end slow start. */
  public static final int SSTHRESH_UNSET = 65_535;

  /** NewReno with an initial window of 4 (RFC 5681 §3.1 for packets of at most 1095 bytes). */
  public static final CongestionConfig DEFAULT =
      new CongestionConfig(new NewReno.Provider(), 4, SSTHRESH_UNSET, true, true, false);

  /** Rules of loss detection and recovery. */
  public enum Profile {
    /** The RFCs. */
    RFC("rfc"),
    /** The agents TCP/Reno, TCP/Newreno and TCP/Sack1 of ns-2.35, with their defaults. */
    NS_2("ns-2");

    private final String text;

    Profile(String text) {
      this.text = text;
    }

    /** Returns the name in files. */
    public String text() {
      return text;
    }
  }

  /** Creates a configuration with the profile of the RFCs. */
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

  /** Creates the control of one connection. */
  public CongestionControl newControl() {
    return control.create(initialWindow, initialSsthresh);
  }

  /** Returns a copy with another kind of control. */
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
}
