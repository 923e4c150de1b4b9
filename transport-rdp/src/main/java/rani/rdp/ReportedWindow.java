// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/** The sender's window as last traced, to suppress duplicates. */
final class ReportedWindow {
  private SenderState state = SenderState.IDLE;
  private double cwnd;
  private double ssthresh;
  private int flight;

  /** The initial window is not traced. */
  ReportedWindow(Sender sender) {
    cwnd = sender.cwnd();
    ssthresh = sender.ssthresh();
  }

  /** Returns true if the window has changed since the last call. */
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
