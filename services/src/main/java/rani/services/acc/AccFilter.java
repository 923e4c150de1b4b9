// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import org.jspecify.annotations.Nullable;
import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * An ACC monitor's request to unsend some of a connection's packets at the receiver, or further
 * upstream (papers' ACC §4.2.3). Not acknowledged and not repeated: where it is lost, the endpoint
 * finds out about its congestion by itself.
 *
 * @param flow source and destination with their RDP ports
 * @param epoch that the connection's dropped segment showed; one that is later shows change
 * @param amount how many packets may be discarded, 1…65,535
 * @param phase of the sender, 0…6, as RDP's router state has it
 * @param cwnd the window that the segment showed, 1…65,535
 * @param ssthresh that it showed, 0…65,535
 * @param newCwnd the window that the sender is to set, 1…{@code cwnd}
 * @param newSsthresh the threshold that it is to set, 0…65,535
 * @param srttMillis its round trip; 0 if that is not known, else at most 65,535
 * @param hops at which node upstream the filter is to stand: 1 is the receiver, at most {@link
 *     #HOPS_MAX}
 * @param suppress whether filters of the same connection are to find out about each other
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
  /** How far upstream a filter may be put. */
  public static final int HOPS_MAX = 16;

  static final MessageFormat FORMAT =
      new MessageFormat(6, new AccFilter(FlowKey.ofSource(0), 0, 1, 0, 1, 0, 1, 0, 0, 1, false));

  private static final int PHASE_MAX = 6;

  public AccFilter {
    if (!isValid(amount, phase, cwnd, newCwnd, hops)) {
      throw new IllegalArgumentException("no filter of " + amount + " packets of " + flow);
    }
  }

  private static boolean isValid(int amount, int phase, int cwnd, int newCwnd, int hops) {
    return amount >= 1
        && phase <= PHASE_MAX
        && newCwnd >= 1
        && newCwnd <= cwnd
        && hops >= 1
        && hops <= HOPS_MAX;
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public @Nullable AccFilter walk(MessageFields fields) {
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
    return isValid(packets, ofSender, window, newWindow, left)
        ? new AccFilter(
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
            finds)
        : null;
  }

  /** The same for the next node upstream; there is at least one more hop to go. */
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
