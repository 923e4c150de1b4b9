// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/** The sender's window as last traced, to suppress duplicates. */
final class ReportedWindow {
  private SenderState state = SenderState.IDLE;
  private double cwnd;
  private double ssthresh;
  private int flight;

  /** What a sender begins with need not be told. */
  ReportedWindow(Sender sender) {
    cwnd = sender.cwnd();
    ssthresh = sender.ssthresh();
  }

  /** Whether anything has changed, which then counts as told. */
  boolean isNews(Sender sender) {
    SenderState stateNow = sender.state();
    double cwndNow = sender.cwnd();
    double ssthreshNow = sender.ssthresh();
    int flightNow = sender.flight();
    boolean isNews =
        stateNow != state || cwndNow != cwnd || ssthreshNow != ssthresh || flightNow != flight;
    state = stateNow;
    cwnd = cwndNow;
    ssthresh = ssthreshNow;
    flight = flightNow;
    return isNews;
  }
}
