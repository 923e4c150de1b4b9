// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionConfig.Profile;
import rani.rdp.congestion.CongestionProvider;
import rani.rdp.congestion.FixedWindow;
import rani.rdp.congestion.NewReno;
import rani.rdp.congestion.Reno;
import rani.rdp.congestion.Sack;
import rani.wire.Dscp;

/** Configuration of one end of a connection. */
public record RdpConfig(Buffers buffers, Wire wire, Timers timers, CongestionConfig congestion) {
  /**
   * Checks that the profile supports the settings.
   *
   * @throws IllegalArgumentException if ns-2's agents lack one of them
   */
  public RdpConfig {
    if (congestion.profile() == Profile.NS_2) {
      CongestionProvider control = congestion.control();
      if (!(control instanceof Reno.Provider
          || control instanceof NewReno.Provider
          || control instanceof Sack.Provider)) {
        throw new IllegalArgumentException(
            "profile ns-2 has reno, newreno and sack, not " + control.name());
      }
      if (congestion.undoSpuriousTimeouts() || congestion.pacing()) {
        throw new IllegalArgumentException(
            "profile ns-2 has neither undo-spurious-timeouts nor pacing");
      }
    }
  }

  /** Defaults that RFC 6298, RFC 5681 and RFC 6582 recommend. */
  public static final RdpConfig DEFAULT =
      new RdpConfig(Buffers.DEFAULT, Wire.DEFAULT, Timers.DEFAULT, CongestionConfig.DEFAULT);

  public static final int WINDOW_SEGMENTS_MAX = FixedWindow.PACKETS_MAX;
  public static final int SEND_BUFFER_BYTES_MAX = 64 << 20;

  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1000 * MILLISECOND;

  public RdpConfig with(Buffers other) {
    return new RdpConfig(other, wire, timers, congestion);
  }

  public RdpConfig with(Wire other) {
    return new RdpConfig(buffers, other, timers, congestion);
  }

  public RdpConfig with(Timers other) {
    return new RdpConfig(buffers, wire, other, congestion);
  }

  public RdpConfig with(CongestionConfig other) {
    return new RdpConfig(buffers, wire, timers, other);
  }

  /**
   * The buffers of one end.
   *
   * @param windowSegments RCV.MAX: the receive window in segments, 1…{@link #WINDOW_SEGMENTS_MAX};
   *     twice as many are kept for reassembly (RFC 908 §3.5)
   * @param sendBytes messages taken from the application and not yet acknowledged, at least one
   *     segment, at most {@link #SEND_BUFFER_BYTES_MAX}
   * @param ordered true if messages are delivered in order (SDM), false if as they arrive
   * @param aheadMessages largest number of messages that wait for their first transmission, at
   *     least 1; a small number lets a smaller segment size take effect soon
   */
  public record Buffers(int windowSegments, int sendBytes, boolean ordered, int aheadMessages) {
    /** 128 segments, 1 MiB, in order. */
    public static final Buffers DEFAULT = new Buffers(128, 1 << 20, true);

    /** Creates buffers without a limit on the number of waiting messages. */
    public Buffers(int windowSegments, int sendBytes, boolean ordered) {
      this(windowSegments, sendBytes, ordered, Integer.MAX_VALUE);
    }

    public Buffers {
      if (windowSegments < 1 || windowSegments > WINDOW_SEGMENTS_MAX) {
        throw new IllegalArgumentException(
            "a window has 1…" + WINDOW_SEGMENTS_MAX + " segments, not " + windowSegments);
      }
      if (sendBytes < 1 || sendBytes > SEND_BUFFER_BYTES_MAX) {
        throw new IllegalArgumentException(
            "a send buffer has 1…" + SEND_BUFFER_BYTES_MAX + " bytes, not " + sendBytes);
      }
      if (aheadMessages < 1) {
        throw new IllegalArgumentException("at least 1 message waits, not " + aheadMessages);
      }
    }
  }

  /**
   * Format of segments.
   *
   * @param segmentBytes the largest packet to send or accept, IPv4 header included; 0 for the path
   *     MTU
   * @param checksum true if segments carry checksums, and segments without are refused
   * @param routerState true if data segments show their sender's state to routers
   * @param ecn true if packets are ECN-capable (RFC 3168); both ends must agree
   * @param media true if routers may shorten data; only with {@code routerState}
   * @param dscp code point of this end's packets (RFC 2474), 0…63
   */
  public record Wire(
      int segmentBytes,
      boolean checksum,
      boolean routerState,
      boolean ecn,
      boolean media,
      int dscp) {
    /** The path's MTU, with checksum, no router state, no ECN, best effort. */
    public static final Wire DEFAULT = new Wire(0, true, false, false);

    /** Creates a best-effort format without media. */
    public Wire(int segmentBytes, boolean checksum, boolean routerState, boolean ecn) {
      this(segmentBytes, checksum, routerState, ecn, false, Dscp.BEST_EFFORT);
    }

    public Wire withSegmentBytes(int bytes) {
      return new Wire(bytes, checksum, routerState, ecn, media, dscp);
    }

    public Wire withDscp(int codePoint) {
      return new Wire(segmentBytes, checksum, routerState, ecn, media, codePoint);
    }

    public Wire {
      if (dscp < 0 || dscp > Dscp.MAX) {
        throw new IllegalArgumentException("a DSCP is 0…" + Dscp.MAX + ", not " + dscp);
      }
    }
  }

  /**
   * The timers of one end.
   *
   * @param ackDelayNanos longest delay of an acknowledgement, 0…200 ms; 0 acknowledges each segment
   *     at once (RFC 5681 §4.2)
   * @param rtoInitialNanos retransmission timer before the first sample (RFC 6298 §2.1)
   * @param rtoMinNanos least value of that timer (RFC 6298 §2.4)
   * @param rtoMaxNanos greatest value of that timer (RFC 6298 §2.5)
   * @param retries retransmissions in a row without any answer before the connection is aborted
   * @param keepAliveNanos idle time after which a NUL probes the peer; 0 for never
   * @param closeWaitNanos least time that a closed connection's ports stay reserved, unless the
   *     peer confirms the close
   */
  public record Timers(
      long ackDelayNanos,
      long rtoInitialNanos,
      long rtoMinNanos,
      long rtoMaxNanos,
      int retries,
      long keepAliveNanos,
      long closeWaitNanos) {
    /**
     * Delayed acknowledgements of 200 ms; RTO of 1 s, 1…60 s; 8 retries; keep-alive 60 s;
     * CLOSE-WAIT 2 s.
     */
    public static final Timers DEFAULT =
        new Timers(200 * MILLISECOND, SECOND, SECOND, 60 * SECOND, 8, 60 * SECOND, 2 * SECOND);

    public static final long ACK_DELAY_NANOS_MAX = 200 * MILLISECOND;

    public Timers {
      if (ackDelayNanos < 0 || ackDelayNanos > ACK_DELAY_NANOS_MAX) {
        throw new IllegalArgumentException("an acknowledgement waits at most 200ms");
      }
      if (rtoMinNanos < MILLISECOND || rtoMaxNanos < rtoMinNanos || rtoInitialNanos < rtoMinNanos) {
        throw new IllegalArgumentException(
            "rto-min is at least 1ms, and neither rto-initial nor rto-max is below it");
      }
      if (retries < 1 || retries > 100) {
        throw new IllegalArgumentException("retries are 1…100, not " + retries);
      }
      if (keepAliveNanos < 0 || closeWaitNanos < 0) {
        throw new IllegalArgumentException("a time is not negative");
      }
    }
  }
}
