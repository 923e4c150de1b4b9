// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * Request of an ACC monitor to unsend some of a connection's packets at the receiver, or further
 * upstream (papers' ACC §4.2.3). It is neither acknowledged nor repeated: if it is lost, the
 * endpoint detects its congestion by itself.
 *
 * @param flow source and destination with their RDP ports
 * @param epoch window epoch that the dropped segment showed; a later epoch means that the sender
 *     has reacted
 * @param amount number of packets that may be discarded, 1…65,535
 * @param phase of the sender, 0…6, as in RDP's router state
 * @param cwnd congestion window that the segment showed, 1…65,535
 * @param ssthresh slow-start threshold that the segment showed, 0…65,535
 * @param newCwnd window that the sender is to set, 1…{@code cwnd}
 * @param newSsthresh threshold that the sender is to set, 0…65,535
 * @param srttMillis smoothed round-trip time of the connection, at most 65,535; 0 if not known
 * @param hops distance upstream at which the filter is to be installed: 1 is the receiver, at most
 *     {@link #HOPS_MAX}
 * @param suppress true if filters of the same connection are to discover each other
 */
public record AccFilter(
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
  /** Largest distance upstream, in hops, at which a filter can be installed. */
  public static final int HOPS_MAX = 16;

  static final MessageFormat FORMAT =
      new MessageFormat(6, new AccFilter(FlowKey.ofSource(0), 0, 1, 0, 1, 0, 1, 0, 0, 1, false));

  private static final int PHASE_MAX = 6;

  public AccFilter {
    if (amount < 1
        || phase > PHASE_MAX
        || newCwnd < 1
        || newCwnd > cwnd
        || hops < 1
        || hops > HOPS_MAX) {
      throw new IllegalArgumentException("no filter of " + amount + " packets of " + flow);
    }
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public AccFilter walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int shown = fields.u16("epoch", epoch);
    int packets = fields.u16("amount", amount);
    int ofSender = fields.u8("phase", phase);
    int left = fields.u8("hops", hops);
    boolean finds = fields.flag("suppress", suppress);
    fields.zero(1);
    int window = fields.u16("cwnd", cwnd);
    int threshold = fields.u16("ssthresh", ssthresh);
    int newWindow = fields.u16("new cwnd", newCwnd);
    int newThreshold = fields.u16("new ssthresh", newSsthresh);
    int srtt = fields.u16("srtt, ms", srttMillis);
    fields.zero(2);
    return new AccFilter(
        of,
        shown,
        packets,
        ofSender,
        window,
        threshold,
        newWindow,
        newThreshold,
        srtt,
        left,
        finds);
  }

  /** Returns this request for the next node upstream. Requires {@code hops} of at least 2. */
  AccFilter passedOn() {
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
