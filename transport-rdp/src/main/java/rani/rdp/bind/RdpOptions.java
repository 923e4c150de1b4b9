// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionConfig.Profile;
import rani.rdp.congestion.CongestionProvider;
import rani.service.OptionReader;
import rani.wire.Ipv4Header;

/** Reads the options of connections, which are the same in every service that uses RDP. */
public final class RdpOptions {
  /** Least value of the option {@code segment}, unless 0. */
  public static final int SEGMENT_BYTES_MIN = RdpConnection.SEGMENT_BYTES_MIN;

  /** Least value of {@code send-buffer}, so that the largest segment fits. */
  public static final int SEND_BUFFER_BYTES_MIN = Ipv4Header.TOTAL_LENGTH_MAX;

  private static final int SEND_BUFFER_BYTES = 1_000_000;
  private static final int RETRIES_MAX = 100;

  /** {@code windowInit_}, {@code rtxcur_init_} and {@code minrto_} of ns-2.35. */
  private static final int NS_2_INITIAL_WINDOW = 2;

  private static final long NS_2_RTO_INITIAL = 3_000_000_000L;
  private static final long NS_2_RTO_MIN = 200_000_000;

  private RdpOptions() {}

  /** Reads all options; throws IllegalArgumentException if two contradict each other. */
  public static RdpConfig read(OptionReader options) {
    CongestionConfig congestion = congestion(options);
    RdpConfig.Buffers buffers = buffers(options);
    RdpConfig.Wire wire = wire(options);
    // The timers are the last options to be read, which also checks that no unknown one is left.
    RdpConfig.Timers timers = timers(options, congestion.profile());
    if (wire.segmentBytes() > 0 && wire.segmentBytes() < SEGMENT_BYTES_MIN) {
      throw new IllegalArgumentException(
          "segment is at least " + SEGMENT_BYTES_MIN + "B, or 0B for what the way takes");
    }
    if (wire.media() && !wire.routerState()) {
      throw new IllegalArgumentException("media needs router-state, by which routers know of it");
    }
    return new RdpConfig(buffers, wire, timers, congestion);
  }

  private static RdpConfig.Buffers buffers(OptionReader options) {
    RdpConfig.Buffers usual = RdpConfig.Buffers.DEFAULT;
    int ahead =
        (int)
            options.count(
                "send-ahead",
                0,
                0,
                Integer.MAX_VALUE,
                "Packets that wait to be sent at most; 0 for as many as send-buffer holds.");
    return new RdpConfig.Buffers(
        (int)
            options.count(
                "window",
                usual.windowSegments(),
                1,
                RdpConfig.WINDOW_SEGMENTS_MAX,
                "Segments that may be on their way to this end."),
        (int)
            options.sizeBytes(
                "send-buffer",
                SEND_BUFFER_BYTES,
                SEND_BUFFER_BYTES_MIN,
                RdpConfig.SEND_BUFFER_BYTES_MAX,
                "Messages handed over and not yet acknowledged."),
        options.flag(
            "ordered",
            usual.ordered(),
            "Whether messages are handed over in order, or as they come."),
        ahead == 0 ? usual.aheadMessages() : ahead);
  }

  private static RdpConfig.Wire wire(OptionReader options) {
    RdpConfig.Wire usual = RdpConfig.Wire.DEFAULT;
    return new RdpConfig.Wire(
        (int)
            options.sizeBytes(
                "segment",
                usual.segmentBytes(),
                0,
                Ipv4Header.TOTAL_LENGTH_MAX,
                "The largest packet, IPv4 header included; 0B for what the way takes."),
        options.flag(
            "checksum",
            usual.checksum(),
            "Whether segments are summed, and unsummed ones refused."),
        options.flag(
            "router-state",
            usual.routerState(),
            "Whether data segments show their sender's state to routers."),
        options.flag("ecn", usual.ecn(), "Whether marks are asked for and heeded (RFC 3168)."),
        options.flag(
            "media",
            usual.media(),
            "Whether routers may shorten the data on its way; with router-state."),
        usual.dscp());
  }

  private static RdpConfig.Timers timers(OptionReader options, Profile profile) {
    RdpConfig.Timers usual = RdpConfig.Timers.DEFAULT;
    boolean rfc = profile == Profile.RFC;
    return new RdpConfig.Timers(
        options.durationNanos(
            "delayed-ack",
            usual.ackDelayNanos(),
            "How long an acknowledgement may wait for a second segment; 0s acknowledges each at"
                + " once."),
        options.durationNanos(
            "rto-initial",
            rfc ? usual.rtoInitialNanos() : NS_2_RTO_INITIAL,
            "The retransmission timer before the first round trip is known."),
        options.durationNanos(
            "rto-min",
            rfc ? usual.rtoMinNanos() : NS_2_RTO_MIN,
            "The least value of the retransmission timer."),
        options.durationNanos(
            "rto-max", usual.rtoMaxNanos(), "The greatest value of the retransmission timer."),
        (int)
            options.count(
                "retries",
                usual.retries(),
                1,
                RETRIES_MAX,
                "Retransmissions in a row without any answer before the connection is given up."),
        options.durationNanos(
            "keep-alive",
            usual.keepAliveNanos(),
            "Silence after which the other end is asked for a sign of life; 0s never asks."),
        usual.closeWaitNanos());
  }

  private static CongestionConfig congestion(OptionReader options) {
    CongestionConfig usual = CongestionConfig.DEFAULT;
    Profile profile = profile(options, usual.profile());
    boolean rfc = profile == Profile.RFC;
    int initialWindow = rfc ? usual.initialWindow() : NS_2_INITIAL_WINDOW;
    return new CongestionConfig(
        control(options, usual.control()),
        (int)
            options.count(
                "initial-window",
                initialWindow,
                1,
                RdpConfig.WINDOW_SEGMENTS_MAX,
                "The congestion window at the beginning, in packets."),
        (int)
            options.count(
                "ssthresh",
                usual.initialSsthresh(),
                2,
                CongestionConfig.SSTHRESH_UNSET,
                "Where slow start ends, in packets."),
        options.flag(
            "limited-transmit",
            usual.limitedTransmit(),
            "Whether the first two duplicates let one new segment go each (RFC 3042)."),
        options.flag(
            "undo-spurious-timeouts",
            rfc && usual.undoSpuriousTimeouts(),
            "Whether a timeout is taken back that was none (RFC 5682)."),
        options.flag("pacing", usual.pacing(), "Whether segments are spread over the round trip."),
        profile);
  }

  private static Profile profile(OptionReader options, Profile usual) {
    List<Profile> profiles = Arrays.asList(Profile.values());
    List<String> words = profiles.stream().map(Profile::text).toList();
    return profiles.get(
        words.indexOf(
            options.oneOf(
                "profile",
                usual.text(),
                words,
                "By whose rules losses are found and answered; ns-2 has defaults of its own.")));
  }

  /**
   * Returns the control that the option names. Reads the options of all other controls as well, so
   * that they are accepted and ignored.
   */
  private static CongestionProvider control(OptionReader options, CongestionProvider usual) {
    List<CongestionProvider> known = new ArrayList<>(options.providers(CongestionProvider.class));
    if (known.isEmpty()) {
      known.add(usual);
    }
    List<String> words = known.stream().map(CongestionProvider::name).toList();
    int chosen =
        words.indexOf(options.oneOf("congestion", usual.name(), words, "The congestion control."));
    known.replaceAll(each -> each.with(options));
    return known.get(chosen);
  }
}
